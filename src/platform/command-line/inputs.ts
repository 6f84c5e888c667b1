import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  type ArtifactCopy,
  FileKind,
  parseTrust,
  readAs,
  readCopy,
  type Trust,
  WrongFileKind,
  withoutByteOrderMark,
} from '../../proof/index.ts';
import { CommandError, ExitCode } from './exit.ts';
import { printable } from './terminal.ts';

const TIMEOUT_MS = 15_000;

/** Maximum bytes of a document. Seals, trust files, statuses and checkpoints have a few kilobytes. */
const MAX_DOCUMENT_BYTES = 1_000_000;

export const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

/**
 * Reads a small file, or downloads it and reports the download on standard error. Returns the bytes without a byte order mark.
 * @throws CommandError
 */
export async function readDocument(source: string, what: string): Promise<Uint8Array> {
  const stream = isUrl(source) ? await fetched(source, what) : createReadStream(source);
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      byteLength += chunk.length;
      if (byteLength > MAX_DOCUMENT_BYTES) throw noInput(`${what} ${printable(source)} is larger than one megabyte.`);
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof CommandError ? cause : unreadable(source, what, cause);
  }
  return withoutByteOrderMark(Buffer.concat(chunks));
}

/**
 * Reads a file of any size once. Returns the bytes of a small file, and only the hash of a large one.
 * @param salt salt of a private seal, which is hashed together with the file
 * @throws CommandError
 */
export async function readArtifact(path: string, salt?: Uint8Array): Promise<ArtifactCopy> {
  try {
    const pieces = createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Uint8Array>;
    return await readCopy(pieces, { salt, newHash: () => createHash('sha256') });
  } catch (cause) {
    throw unreadable(path, 'The file', cause);
  }
}

/** Returns the path of the first file that exists. @throws CommandError with the advice if none exists */
export function firstFile(candidates: readonly string[], advice: string): string {
  const found = candidates.find((file) => existsSync(file));
  if (found === undefined) throw noInput(`There is no ${candidates.map(printable).join(' and no ')}. ${advice}`);
  return found;
}

/** Paths of the files in a folder. Empty for an unreadable folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => path.join(folder, name));
}

/** Reads trusted keys from a file or a URL. @throws CommandError */
export async function readTrust(source: string): Promise<Trust> {
  return readable(source, FileKind.TRUST, await readDocument(source, 'The trust file'), parseTrust);
}

/** Parses the content of a file. @throws CommandError that says what kind of file it seems to be */
export function readable<T>(source: string, kind: FileKind, bytes: Uint8Array, parse: (bytes: Uint8Array) => T): T {
  try {
    return readAs(source, kind, bytes, parse);
  } catch (cause) {
    if (!(cause instanceof WrongFileKind)) throw cause;
    throw noInput(printable(cause.message), cause);
  }
}

export function noInput(message: string, cause?: unknown): CommandError {
  return new CommandError(ExitCode.NO_INPUT, message, { cause });
}

async function fetched(url: string, what: string): Promise<AsyncIterable<Uint8Array>> {
  const shown = printable(url);
  const isOpen = /^http:/i.test(url) && !/^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/]/i.test(url);
  const warning = isOpen ? ' over http, where anybody on the way can change it' : '';
  process.stderr.write(`${what} is downloaded from ${shown}${warning}.\n`);
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause) => {
    throw noInput(`${what} could not be downloaded from ${shown}.`, cause);
  });
  const location = response.headers.get('location');
  if (location !== null)
    throw noInput(`${shown} redirects to ${printable(location)}. Use that address if you trust it.`);
  if (response.status !== 200) throw noInput(`${shown} returned status ${response.status}. Check the address.`);
  return (response.body ?? []) as AsyncIterable<Uint8Array>;
}

const REASONS: Record<string, string> = {
  ENOENT: "doesn't exist",
  EISDIR: 'is a folder',
  EACCES: "isn't readable for this account",
  EPERM: "isn't readable for this account",
};

function unreadable(source: string, what: string, cause: unknown): CommandError {
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  return noInput(`${what} ${printable(source)} ${REASONS[code] ?? "can't be read"}.`, cause);
}
