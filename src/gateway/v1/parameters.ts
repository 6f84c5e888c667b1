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
    `\`${param}\` must be at most ${bound} for the task \`${name}\`; it is ${most}.`,
    'integer_above_max_value',
  );
}

/** @param names parameters in the body that have no effect */
export function notAppliedWarnings(names: readonly string[]): readonly string[] {
  return names.length === 0 ? NO_WARNINGS : [`Not applied: ${[...new Set(names)].join(', ')}.`];
}

const NO_WARNINGS: readonly string[] = [];

/** Parses the header with the caller's preference: deployments are ranked by cost or by speed. */
export function preferenceIn({ 'x-imprimatur-preference': wanted }: IncomingHttpHeaders): TaskRequest['preference'] {
  if (wanted === undefined) return null;
  if (wanted === 'cost') return 'COST';
  if (wanted === 'latency') return 'LATENCY';
  throw new InvalidParameter(null, 'The header `X-Imprimatur-Preference` must be `cost` or `latency`.');
}

/** Options in headers, since OpenAI's API has no parameters for them. */
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
  throw new InvalidParameter(null, 'The header `X-Imprimatur-Seal` must be `true`, or omitted.');
}

/** True to restore redacted data in the answer, null without the header. OpenAI's API has no parameter for it. */
function restoresRedactedIn({ 'x-imprimatur-redaction': wanted }: IncomingHttpHeaders): boolean | null {
  if (wanted === undefined) return null;
  if (wanted === 'restore') return true;
  if (wanted === 'keep') return false;
  throw new InvalidParameter(null, 'The header `X-Imprimatur-Redaction` must be `restore` or `keep`.');
}
