import { looksSecret } from '../../platform/encryption/secret-detection.ts';
import { API_WORDS } from './api-words.ts';

const MAX_REASON = 400;
/** Characters of an error's body that are read. Reasons are at the beginning. */
const MAX_BODY = 20_000;
const MAX_TEXTS = 12;
const MAX_TEXT = 600;
const MAX_DEPTH = 6;
/** Maximum characters of a request that are searched. For a longer request, only words of the API are kept in the reason. */
const MAX_SEARCHED = 4_000_000;

/** Members of an error that contain reasons. Other members, such as `input`, can contain parts of the request. */
const REASONS = [
  'message',
  'msg',
  'error',
  'detail',
  'errors',
  'details',
  'type',
  'code',
  'status',
  'param',
  'loc',
  'reason',
];

const CUT = '…';

/**
 * Provider's reason for a refusal, safe for a log. Keys are removed, and also texts of the request, because a provider can
 * repeat the prompt. Names of parameters and codes are kept. Null if there is no reason, or if nothing is left of it.
 *
 * @param error thrown by the package, or sent in a stream
 * @param request content that was sent: messages, tools, schema
 */
export function providerReason(error: unknown, request: unknown): string | null {
  const texts: string[] = [];
  gather(errorBodyOf(error), texts, 0);
  if (texts.length === 0) return null;
  const [message, ...rest] = [...new Set(texts)];
  const text = rest.length === 0 ? message! : `${message!.replace(/\.?\s*$/, '')} (${rest.join(', ')})`;
  const cut = withoutRequest(text, request);
  return /[A-Za-z]{2}/.test(cut) ? cut : null;
}

/** Errors of a package that refused the request itself and sent nothing. */
const PACKAGE_ERRORS = /^AI_(?:UnsupportedFunctionality|InvalidPrompt|InvalidArgument)Error$/;

function errorBodyOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { responseBody, name } = error as { responseBody?: unknown; name: string };
  if (typeof responseBody !== 'string') return PACKAGE_ERRORS.test(name) ? error.message : null;
  const body = responseBody.slice(0, MAX_BODY);
  if (/^\s*</.test(body)) return null; // a web page
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function gather(value: unknown, texts: string[], depth: number): void {
  if (texts.length >= MAX_TEXTS || depth > MAX_DEPTH) return;
  if (typeof value === 'string') {
    if (value.trim() !== '') texts.push(unescaped(value.slice(0, MAX_TEXT)).replaceAll(/\s+/g, ' ').trim());
  } else if (Array.isArray(value)) {
    if (value.every((one) => typeof one === 'string' || typeof one === 'number')) {
      if (value.length > 0) gather(value.join('.'), texts, depth + 1);
    } else for (const one of value.slice(0, MAX_TEXTS)) gather(one, texts, depth + 1);
  } else if (typeof value === 'object' && value !== null) {
    for (const name of REASONS) if (Object.hasOwn(value, name)) gather(value[name as never], texts, depth + 1);
  }
}

/** Some providers put JSON into their messages, in which letters of the prompt can be escaped. */
const unescaped = (text: string) =>
  text.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Text between blanks and punctuation. Dots and underscores hold names of parameters together. */
const CHUNK = /[^\s"'`´‘’“”,;:!?()[\]{}<>|=]+/g;
/** This many words in a row are removed if the request contains them in the same order, even if each is a word of the API. */
const RUN_WORDS = 3;

interface TextChunk {
  readonly at: number;
  readonly end: number;
  readonly words: readonly string[];
  isKept: boolean;
}

function withoutRequest(text: string, request: unknown): string {
  const content = contentOf(request);
  const chunks = [...text.matchAll(CHUNK)].map(({ 0: chunk, index }): TextChunk => {
    const words = wordsIn(chunk);
    return { at: index, end: index + chunk.length, words, isKept: isKept(chunk, words, content) };
  });
  cutRuns(chunks, content);
  return joined(text, chunks);
}

function isKept(chunk: string, words: readonly string[], content: string | null): boolean {
  // Only ASCII is kept: names of parameters and codes are ASCII, and words of other scripts can't be distinguished from content.
  if (/[^\x20-\x7e]|[*@\\]|\/\//.test(chunk) || isSecret(chunk)) return false;
  return words.every((word) => {
    if (API_WORDS.has(word)) return true;
    // Keeps an index in a path such as `messages.0.content`.
    if (/^\d{1,3}$/.test(word) && words.length > 1 && words.every((one) => /^\d/.test(one) || API_WORDS.has(one)))
      return true;
    return content !== null && !occurs(word, content);
  });
}

/** True for secrets, and for account ids and ends of keys, which are too short for `looksSecret`. */
const isSecret = (chunk: string) =>
  looksSecret(chunk) ||
  /^(?:sk|pk|rk|key|xai|gsk|pplx|aiza)[-_]/i.test(chunk) ||
  /(?=[a-z-_]*\d)(?=[\d-_]*[a-z])[a-z\d]{12,}/i.test(chunk);

/**
 * True if the request contains the word: a word of fewer than four characters at the beginning of a word, a longer one
 * anywhere.
 */
const occurs = (word: string, content: string) => content.includes(word.length < 4 ? ` ${word}` : word);

/** Removes words that are harmless alone but together are a part of the request. */
function cutRuns(chunks: TextChunk[], content: string | null): void {
  const words = chunks.flatMap((chunk) => chunk.words.map((word) => ({ word, chunk })));
  for (let at = 0; at + RUN_WORDS <= words.length; at++) {
    const run = words.slice(at, at + RUN_WORDS);
    if (content === null || !content.includes(` ${run.map(({ word }) => word).join(' ')} `)) continue;
    for (const { chunk } of run) chunk.isKept = false;
  }
}

/** Text with one `…` for each removed stretch, cut to at most `MAX_REASON` characters. */
function joined(text: string, chunks: readonly TextChunk[]): string {
  let kept = '';
  let from = 0;
  let wasCut = false;
  for (const { at, end, isKept } of chunks) {
    const between = text.slice(from, at);
    from = end;
    if (isKept) {
      kept += between + text.slice(at, end);
      wasCut = false;
    } else if (!wasCut) {
      kept += between + CUT;
      wasCut = true;
    }
  }
  kept += text.slice(from);
  return kept.length > MAX_REASON ? `${kept.slice(0, MAX_REASON - 1).trimEnd()}${CUT}` : kept;
}

const wordsIn = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/**
 * All names, strings and numbers of a request as lower-case words, separated by blanks. Null if there is too much to search.
 */
function contentOf(request: unknown): string | null {
  const parts: string[] = [];
  let left = MAX_SEARCHED;
  const walk = (value: unknown): void => {
    if (left < 0) return;
    if (typeof value === 'string') {
      left -= value.length;
      parts.push(value);
    } else if (typeof value === 'number') parts.push(String(value));
    else if (Array.isArray(value)) for (const one of value) walk(one);
    else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      for (const [name, one] of Object.entries(value)) {
        parts.push(name);
        walk(one);
      }
    }
  };
  walk(request);
  return left < 0 ? null : ` ${wordsIn(parts.join(' ')).join(' ')} `;
}
