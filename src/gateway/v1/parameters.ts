import type { IncomingHttpHeaders } from 'node:http';
import type { TextTask } from '../../models/index.ts';
import { idempotencyKeyOf } from '../../rest/index.ts';
import type { TaskRequest } from '../runs/run-task.ts';
import { InvalidParameter } from './errors.ts';

/** @throws InvalidParameter for more tokens than the task allows */
export function checkMaxTokens(
  { name, parameters }: TextTask,
  param: string,
  most: number | null | undefined,
): number | null {
  const bound = parameters.maxOutputTokens;
  if (most === undefined || most === null) return null;
  if (most <= bound) return most;
  throw new InvalidParameter(
    param,
    `\`${param}\` is at most ${bound} for the task \`${name}\`, and is ${most}.`,
    'integer_above_max_value',
  );
}

/** @param names of parameters that were sent and make no difference */
export function notAppliedWarnings(names: readonly string[]): readonly string[] {
  return names.length === 0 ? NO_WARNINGS : [`Not applied: ${[...new Set(names)].join(', ')}.`];
}

const NO_WARNINGS: readonly string[] = [];

/** What counts where several models would do. */
export function preferenceIn({ 'x-imprimatur-preference': wanted }: IncomingHttpHeaders): TaskRequest['preference'] {
  if (wanted === undefined) return null;
  if (wanted === 'cost') return 'COST';
  if (wanted === 'latency') return 'LATENCY';
  throw new InvalidParameter(null, 'The header `X-Imprimatur-Preference` takes `cost` or `latency`.');
}

/** What is asked for in headers, since the dialect has no parameters for it. */
export type HeaderOptions = Pick<TaskRequest, 'preference' | 'isSealed' | 'idempotencyKey' | 'restoresRedacted'>;

export function headerOptionsIn(headers: IncomingHttpHeaders): HeaderOptions {
  return {
    preference: preferenceIn(headers),
    isSealed: isSealedBy(headers),
    restoresRedacted: restoresRedactedIn(headers),
    idempotencyKey: idempotencyKeyIn(headers),
  };
}

export function idempotencyKeyIn(headers: IncomingHttpHeaders): string | null {
  return idempotencyKeyOf(headers['idempotency-key'] as string | undefined) ?? null;
}

export function isSealedBy({ 'x-imprimatur-seal': wanted }: IncomingHttpHeaders): boolean {
  if (wanted === undefined) return false;
  if (wanted === 'true') return true;
  throw new InvalidParameter(null, 'The header `X-Imprimatur-Seal` takes `true`, or is left out.');
}

/** Whether what was redacted stands in the answer again. The dialect has no parameter for it either. */
function restoresRedactedIn({ 'x-imprimatur-redaction': wanted }: IncomingHttpHeaders): boolean | null {
  if (wanted === undefined) return null;
  if (wanted === 'restore') return true;
  if (wanted === 'keep') return false;
  throw new InvalidParameter(null, 'The header `X-Imprimatur-Redaction` takes `restore` or `keep`.');
}
