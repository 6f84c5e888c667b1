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

/** Parameters for the caller's own records and for OpenAI's platform: bounded, and without effect here. */
const LABELS = ['user', 'safety_identifier', 'prompt_cache_retention', 'service_tier'];
export const WITHOUT_EFFECT = [...LABELS, 'metadata', 'logit_bias', 'prediction', 'prompt_cache_options', 'moderation'];

/** @throws InvalidParameter */
export function checkLabels(body: Members): void {
  for (const param of LABELS) {
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

export function cacheKeyIn({ prompt_cache_key: key }: Members): Pick<TaskRequest, 'cacheKey'> {
  return key === undefined || key === null ? {} : { cacheKey: textAt(key, 'prompt_cache_key', MAX_LABEL) };
}

/** The given one of a few words; null where there is none. @throws InvalidParameter */
export function wordAt<Word extends string>(value: unknown, param: string, words: readonly Word[]): Word | null {
  if (value === undefined || value === null) return null;
  if (words.includes(value as Word)) return value as Word;
  throw new InvalidParameter(param, `\`${param}\` takes ${listed(words)}.`);
}

const listed = (words: readonly string[]) =>
  words.map((word, at) => `${at === 0 ? '' : at === words.length - 1 ? ' or ' : ', '}\`${word}\``).join('');

/** Without the members that are null: what the caller didn't say stays out of a request. */
export function given<Wanted extends object>(wanted: Wanted): Partial<Wanted> {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== null)) as Partial<Wanted>;
}

/** Names of the parameters that are sent with a value, and make no difference. */
export function sentOf(body: Members, params: readonly string[]): string[] {
  return params.filter((param) => !isNothing(body[param]));
}

function isNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === 0 || value === '';
}

export function notAppliedWarnings(names: Iterable<string>): string[] {
  const listed = [...names].join(', ');
  return listed === '' ? [] : [`Not applied: ${listed}.`];
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
