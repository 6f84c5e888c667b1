import type { IncomingHttpHeaders } from 'node:http';
import type { TextTask } from '../../models/index.ts';
import { idempotencyKeyOf } from '../../rest/index.ts';
import type { TaskRequest } from '../runs/run-task.ts';
import { InvalidParameter } from './errors.ts';
import { booleanAt, integerAt, type Members, objectAt, refuseUnknown, textAt } from './values.ts';

const MAX_METADATA = 16;
const MAX_METADATA_KEY = 64;
const MAX_METADATA_VALUE = 512;
const MAX_LABEL = 512;

/** How many tokens may come out. The dialect has had two names for it, of which the newer counts. */
export function maxTokensAt(body: Members, task: TextTask, ...params: readonly string[]): number | null {
  for (const param of params) {
    const most = integerAt(body[param], param, 1, Number.MAX_SAFE_INTEGER);
    if (most === null) continue;
    const bound = task.parameters.maxOutputTokens;
    if (most > bound) {
      throw new InvalidParameter(
        param,
        `\`${param}\` is at most ${bound} for the task \`${task.name}\`, and is ${most}.`,
        'integer_above_max_value',
      );
    }
    return most;
  }
  return null;
}

/** What is only for the caller's own books: taken as the dialect has it, and neither kept nor handed on. */
export function checkLabels(body: Members): void {
  for (const param of ['user', 'safety_identifier', 'prompt_cache_key', 'prompt_cache_retention', 'service_tier']) {
    const value = body[param];
    if (value !== undefined && value !== null) textAt(value, param, MAX_LABEL);
  }
  const { metadata } = body;
  if (metadata === undefined || metadata === null) return;
  const entries = Object.entries(objectAt(metadata, 'metadata'));
  if (entries.length > MAX_METADATA) {
    throw new InvalidParameter('metadata', `\`metadata\` takes at most ${MAX_METADATA} members.`);
  }
  for (const [name, value] of entries) {
    textAt(name, 'metadata', MAX_METADATA_KEY);
    textAt(value, 'metadata', MAX_METADATA_VALUE);
  }
}

/** Parameters of the dialect that make no difference here, and what is said to who sends one that would elsewhere. */
export function ignored(body: Members, params: readonly string[]): string[] {
  const given = params.filter((param) => {
    const value = body[param];
    return value !== undefined && value !== null && value !== 0;
  });
  return given.length === 0 ? [] : [`Not applied: ${given.join(', ')}.`];
}

/** Refuses what cannot be left out without an answer other than the one that was asked for. */
export function refuseUnsupported(body: Members, unsupported: ReadonlyMap<string, string>): void {
  for (const [param, sentence] of unsupported) {
    const value = body[param];
    if (value === undefined || value === null || value === false) continue;
    throw new InvalidParameter(param, `\`${param}\` is not supported. ${sentence}`, 'unsupported_parameter');
  }
}

/** Whether `parallel_tool_calls` is turned off. */
export function isOneToolAtATime({ parallel_tool_calls: isParallel }: Members): boolean {
  return isParallel !== undefined && isParallel !== null && !booleanAt(isParallel, 'parallel_tool_calls');
}

/** What counts where several models would do. */
export function preferenceIn({ 'x-imprimatur-preference': wanted }: IncomingHttpHeaders): TaskRequest['preference'] {
  if (wanted === undefined) return null;
  if (wanted === 'cost') return 'COST';
  if (wanted === 'latency') return 'LATENCY';
  throw new InvalidParameter(null, 'The header `X-Imprimatur-Preference` takes `cost` or `latency`.');
}

/** What is asked for in headers, since the dialect has no parameters for it. */
export type Wishes = Pick<TaskRequest, 'preference' | 'isSealed' | 'idempotencyKey' | 'restoresRedacted'>;

export function wishesIn(headers: IncomingHttpHeaders): Wishes {
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

const STREAM_OPTIONS = new Set(['include_usage', 'include_obfuscation']);

/** Whether the stream is to end with what was used. */
export function wantsUsage(body: Members, isStreamed: boolean): boolean {
  const { stream_options: options } = body;
  if (options === undefined || options === null) return false;
  if (!isStreamed) {
    throw new InvalidParameter('stream_options', '`stream_options` is only for `stream: true`.');
  }
  const given = objectAt(options, 'stream_options');
  refuseUnknown(given, STREAM_OPTIONS, 'stream_options');
  return booleanAt(given.include_usage, 'stream_options.include_usage');
}
