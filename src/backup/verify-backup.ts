import { BlobDamaged } from '../platform/storage/blob-store.ts';
import { decodeBase64, equalBytes } from '../proof/bytes.ts';
import { openCheckpoint } from '../proof/checkpoint.ts';
import { MalformedInput } from '../proof/malformed-input.ts';
import { NoteRefused, parseVerifierKey } from '../proof/note.ts';
import type { BackupPlace } from './backup-place.ts';
import { checked, poolName } from './copy-pictures.ts';
import { keyOfLine } from './kept-backups.ts';
import { logRoots } from './log-roots.ts';
import type { Manifest } from './manifest.ts';
import { BackupChanged, linesOf, readCompressed, readStored } from './stored-file.ts';

export interface Verification {
  /** Sentences about what is wrong, except pictures. */
  findings: string[];
  /** Keys of pictures that are missing or damaged in the place. */
  pictures: string[];
  files: number;
}

export interface VerifyOptions {
  signal: AbortSignal;
  onProgress?(what: string): void;
}

/** Reads all files of a backup and compares them with its manifest, whose signature was verified when it was opened. */
export async function verifyBackup(
  place: BackupPlace,
  manifest: Manifest,
  { signal, onProgress = () => {} }: VerifyOptions,
): Promise<Verification> {
  const findings: string[] = [];
  let files = 0;
  const attempt = async (work: () => Promise<void>) => {
    signal.throwIfAborted();
    files++;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof BackupChanged)) throw error;
      findings.push(error.message);
    }
  };
  onProgress(`${manifest.tables.length} tables`);
  for (const table of manifest.tables) {
    await attempt(async () => {
      const rows = await countLines(readCompressed(place, table));
      if (rows !== table.rows) throw new BackupChanged(`${table.file} has ${rows} rows instead of ${table.rows}.`);
    });
  }
  const { secrets } = manifest;
  if (secrets) await attempt(async () => void (await bytesOf(readStored(place, secrets))));
  if (findings.length === 0) findings.push(...(await wrongTrees(place, manifest)));
  onProgress(`${manifest.pictures.count} pictures`);
  const pictures: string[] = [];
  await attempt(async () => {
    for await (const line of linesOf(readCompressed(place, manifest.pictures))) {
      signal.throwIfAborted();
      files++;
      const key = keyOfLine(line);
      if (!(await isIntact(place, key))) pictures.push(key);
    }
  });
  return { findings, pictures, files };
}

async function isIntact(place: BackupPlace, key: string): Promise<boolean> {
  const stream = await place.read(poolName(key));
  if (!stream) return false;
  try {
    for await (const _ of checked(key, stream as AsyncIterable<Uint8Array>));
    return true;
  } catch (error) {
    if (error instanceof BlobDamaged) return false;
    throw error;
  }
}

/** Compares the entries of each log with its checkpoint. */
async function wrongTrees(place: BackupPlace, manifest: Manifest): Promise<string[]> {
  const findings: string[] = [];
  const checkpoints = manifest.logs.flatMap(({ log, key, published }) => {
    if (published === null) return [];
    try {
      return [{ log, ...openCheckpoint(published, parseVerifierKey(key)) }];
    } catch (error) {
      if (!(error instanceof NoteRefused || error instanceof MalformedInput)) throw error;
      findings.push(`The checkpoint of log ${log} isn’t signed with the log’s key.`);
      return [];
    }
  });
  const roots = await logRoots(place, manifest, checkpoints);
  for (const { log, size, root } of checkpoints) {
    const found = roots.rootOf(log, size);
    if (found === null) findings.push(`Log ${log} has fewer than the ${size} entries that were published.`);
    else if (!equalBytes(found, root))
      findings.push(`The first ${size} entries of log ${log} differ from the published ones.`);
  }
  return findings;
}

export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const NEWLINE = 0x0a;

/** Counts the rows of a copied table: PostgreSQL escapes line breaks in values. */
async function countLines(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let lines = 0;
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
  }
  return lines;
}

/** True if one of these keys signed the manifest. @param keys public keys as SPKI in DER */
export function isSignedBy({ sealKey }: Manifest, keys: readonly Uint8Array[]): boolean {
  const signer = decodeBase64(sealKey);
  return keys.some((key) => equalBytes(key, signer));
}
