import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** Runs a call of the file system and translates its error. Errors of the source of the bytes aren't translated. */
export type FileCall = <T>(call: () => Promise<T>) => Promise<T>;

/** Writes a new file to the disk, not only to its cache, and hashes the bytes on the way. The caller renames it into place. */
export async function writeAndHash(
  path: string,
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  fileCall: FileCall,
  mode = 0o640,
): Promise<{ sha256: string; byteSize: number }> {
  const hash = createHash('sha256');
  let byteSize = 0;
  const file = await fileCall(() => open(path, 'wx', mode));
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      byteSize += chunk.byteLength;
      await fileCall(() => writeAll(file, chunk));
    }
    await fileCall(() => file.sync());
  } catch (cause) {
    await file.close().catch(() => {}); // The first error explains the failure.
    throw cause;
  }
  await fileCall(() => file.close()); // Network file systems report a full disk only here.
  return { sha256: hash.digest('hex'), byteSize };
}

/** Writes all bytes. A single write can accept fewer bytes than given, mostly on a nearly full disk. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.byteLength) {
    written += (await file.write(bytes, written, bytes.byteLength - written)).bytesWritten;
  }
}
