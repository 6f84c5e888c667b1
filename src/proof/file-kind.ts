import { BUNDLE_MEDIA_TYPE } from './bundle.ts';
import { decodeBase64, decodeUtf8, withoutByteOrderMark } from './bytes.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { parseConsistencyProof } from './consistency-proof.ts';
import { MalformedInput } from './malformed-input.ts';
import { parseNote } from './note.ts';
import {
  predicateVersionOf,
  SEAL_PREDICATE_PATH,
  STANDING_PREDICATE_PATH,
  STATUS_PREDICATE_PATH,
} from './statement.ts';
import { isTlogProof } from './tlog-proof.ts';
import { isTrustMediaType } from './trust.ts';

/** Kinds of files used for verification, other than the copy to compare. */
export const FileKind = {
  SEAL: 'SEAL',
  TRUST: 'TRUST',
  STATUSES: 'STATUSES',
  CHECKPOINT: 'CHECKPOINT',
  CONSISTENCY: 'CONSISTENCY',
} as const;
export type FileKind = (typeof FileKind)[keyof typeof FileKind];

const NAMES: Record<FileKind, string> = {
  SEAL: 'a seal',
  TRUST: 'a trust file',
  STATUSES: 'a status of a seal',
  CHECKPOINT: 'a checkpoint',
  CONSISTENCY: 'a consistency proof',
};

/**
 * Kind of a file by its content, even if the file was damaged in transit: cut off, or saved as UTF-16. Null for any other file,
 * which can only be a copy to compare. Verifies nothing.
 */
export function fileKindOf(bytes: Uint8Array): FileKind | null {
  const text = textIn(bytes)?.text;
  if (text === undefined) return null;
  return text.startsWith('{') ? kindOfJson(text) : kindOfText(text);
}

/** A file isn't of the expected kind. The message says what it seems to be. */
export class WrongFileKind extends Error {
  override readonly name = 'WrongFileKind';
}

/**
 * Parses a file as the expected kind.
 * @param name file name, for the message
 * @throws {WrongFileKind} instead of an invalid verdict, because a wrong file says nothing about a seal
 */
export function readAs<T>(name: string, kind: FileKind, bytes: Uint8Array, parse: (bytes: Uint8Array) => T): T {
  if (!mayBe(kind, bytes)) {
    throw new WrongFileKind(`${name} is not ${NAMES[kind]}: it seems to be ${descriptionOf(bytes)}.`);
  }
  try {
    return parse(bytes);
  } catch (cause) {
    if (!(cause instanceof MalformedInput)) throw cause;
    const reason = cause.message.replace(/\.$/, '');
    throw new WrongFileKind(`${name} can’t be used as ${NAMES[kind]}: ${reason}.`, { cause });
  }
}

function mayBe(kind: FileKind, bytes: Uint8Array): boolean {
  const read = textIn(bytes);
  if (read === null || read.isUtf16) return false;
  // Unreadable JSON may be a revocation that was damaged on purpose, so it is parsed as a status.
  if (kind === FileKind.STATUSES) return read.text.startsWith('{');
  if (isCutOff(read.text)) return false;
  const found = fileKindOf(bytes);
  // A seal is accepted as a checkpoint, because it contains one.
  return found === kind || (kind === FileKind.CHECKPOINT && found === FileKind.SEAL);
}

/** First bytes by which a file format is recognized. */
const FORMATS: [start: number[], name: string][] = [
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG picture'],
  [[0xff, 0xd8, 0xff], 'a JPEG picture'],
  [[0x47, 0x49, 0x46, 0x38], 'a GIF picture'],
  [[0x52, 0x49, 0x46, 0x46], 'a WebP picture, or another file in RIFF'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive, or an Office document'],
  [[0x1f, 0x8b], 'a gzip archive'],
];

/** Describes what a file seems to be, as the end of a sentence. */
function descriptionOf(bytes: Uint8Array): string {
  const format = FORMATS.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (format) return format[1];
  const read = textIn(bytes);
  if (read === null) return 'binary data';
  const problem = problemInBytes(bytes);
  if (problem !== null) return problem;
  const kind = fileKindOf(bytes);
  if (kind) return NAMES[kind];
  const json = jsonIn(read.text);
  if (json === undefined) return 'a text';
  return memberOf(json, 'dsseEnvelope') === undefined
    ? 'a JSON file of another kind'
    : 'a signed statement about another subject';
}

/**
 * Describes what went wrong when a file was saved, as the end of a sentence: for example, that it was cut off or is a web page.
 * Null if no such problem is found.
 */
export function problemInBytes(bytes: Uint8Array): string | null {
  const read = textIn(bytes);
  if (read === null) return null;
  const { text, isUtf16 } = read;
  if (text === '') return 'an empty file';
  const kind = fileKindOf(bytes);
  if (isUtf16) return `${kind ? NAMES[kind] : 'a text'} in UTF-16. Save it as UTF-8, or download it again`;
  if (isCutOff(text)) return `${kind ? NAMES[kind] : 'a JSON file'} that was cut off. Download it again`;
  if (isLink(text)) return 'a link. Download the file it links to';
  if (isWebPage(text)) return 'a web page. Download the file itself instead of saving the page';
  return memberOf(jsonIn(text), 'seal', 'bundleUrl') === undefined
    ? null
    : 'a response of the service about a seal. The seal itself is at its bundleUrl';
}

function isWebPage(text: string): boolean {
  return (
    /^(<!-{2}[\s\S]{0,4000}?-->\s*)*<(!doctype html|html|head|body)\b/i.test(text) || /^From: <Saved by /.test(text)
  );
}

function isLink(text: string): boolean {
  return /^https?:\/\/\S+\s*$/.test(text) || /^\[(InternetShortcut|Desktop Entry)\]/.test(text);
}

interface DecodedText {
  /** Text of the file without a byte order mark and surrounding white space. */
  text: string;
  isUtf16: boolean;
}

/** The content as text, if it is UTF-8 or UTF-16. Null for all other content. */
function textIn(bytes: Uint8Array): DecodedText | null {
  const utf16 = utf16Of(bytes);
  try {
    const text = utf16 ? new TextDecoder(utf16).decode(bytes) : decodeUtf8(withoutByteOrderMark(bytes));
    return { text: text.trim(), isUtf16: utf16 !== null };
  } catch (error) {
    if (error instanceof MalformedInput) return null;
    throw error;
  }
}

/** Detects UTF-16 by its byte order mark, or by zeros in its first characters. */
function utf16Of([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth)) return 'utf-16be';
  return null;
}

function kindOfText(text: string): FileKind | null {
  if (isTlogProof(text)) return FileKind.CHECKPOINT;
  if (attempt(() => parseConsistencyProof(text))) return FileKind.CONSISTENCY;
  // The newline is added because a note must end in one, and it was trimmed.
  return attempt(() => parseCheckpoint(parseNote(`${text}\n`).text)) ? FileKind.CHECKPOINT : null;
}

/** Detects the kind of a JSON file by members that only this kind has. A truncated file has only those at its beginning. */
function kindOfJson(text: string): FileKind | null {
  const json = jsonIn(text);
  if (json === undefined) {
    const [, mediaType] = /^\{\s*"mediaType"\s*:\s*"([^"]*)/.exec(text) ?? [];
    if (mediaType === BUNDLE_MEDIA_TYPE) return FileKind.SEAL;
    if (mediaType !== undefined && isTrustMediaType(mediaType)) return FileKind.TRUST;
    return /^\{(\s*"ok"\s*:\s*true\s*,)?\s*"statuses"\s*:/.test(text) ? FileKind.STATUSES : null;
  }
  if (Array.isArray(memberOf(json, 'statuses'))) return FileKind.STATUSES;
  const payload = memberOf(json, 'payload');
  if (payload !== undefined) return isOfStatus(predicateTypeIn(payload)) ? FileKind.STATUSES : null;
  const mediaType = memberOf(json, 'mediaType');
  if (typeof mediaType === 'string' && isTrustMediaType(mediaType)) return FileKind.TRUST;
  if (mediaType !== BUNDLE_MEDIA_TYPE) return null;
  const predicateType = predicateTypeIn(memberOf(json, 'dsseEnvelope', 'payload'));
  if (isOfStatus(predicateType)) return FileKind.STATUSES;
  // A file with an unreadable statement is still a seal, namely an invalid one.
  return predicateType === undefined || predicateVersionOf(predicateType, SEAL_PREDICATE_PATH) ? FileKind.SEAL : null;
}

const isOfStatus = (predicateType = ''): boolean =>
  [STATUS_PREDICATE_PATH, STANDING_PREDICATE_PATH].some((path) => predicateVersionOf(predicateType, path) !== null);

/** Predicate type of the statement in an envelope. Undefined if it can't be read. */
function predicateTypeIn(payload: JsonLike): string | undefined {
  if (typeof payload !== 'string') return undefined;
  const predicateType = attempt(() => memberOf(jsonIn(decodeUtf8(decodeBase64(payload))), 'predicateType'));
  return typeof predicateType === 'string' ? predicateType : undefined;
}

/** Result of JSON.parse for a file of unknown content. */
type JsonLike = unknown;

/** Parses JSON. Undefined for other text. The parser of each kind of file is stricter. */
function jsonIn(text: string): JsonLike {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function memberOf(json: JsonLike, ...path: string[]): JsonLike {
  let value = json;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Result of `read`. Undefined if the input is malformed. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedInput) return undefined;
    throw error;
  }
}

/** True if a text starts as a JSON object or list but ends before its closing bracket. */
function isCutOff(text: string): boolean {
  if (!/^[{[]/.test(text) || jsonIn(text) !== undefined) return false;
  let depth = 0;
  for (const [token, quote] of text.matchAll(/"[^"\\]*(?:\\[\s\S][^"\\]*)*("?)|[{}[\]]/g)) {
    if (token.startsWith('"')) {
      if (quote === '') return true;
    } else depth += token === '{' || token === '[' ? 1 : -1;
  }
  return depth > 0;
}
