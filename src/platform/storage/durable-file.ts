import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './sync-folder.ts';

/** Name of a file that is kept as evidence, without being used. */
export const lostName = (name: string) => `lost-${name}`;

/** A small file in a private folder, which is replaced atomically. */
export class DurableFile {
  readonly path: string;

  constructor(...parts: [folder: string, ...names: string[]]) {
    this.path = path.join(...parts);
  }

  /** The content. Null if the file doesn't exist. */
  read(): string | null {
    try {
      return readFileSync(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /**
   * Renames the file to `lost-<name>`, with a number if that exists, to keep it as evidence without using it. Returns the new
   * path, or null if the file doesn't exist.
   */
  async setAside(): Promise<string | null> {
    if (this.read() === null) return null;
    const aside = path.join(path.dirname(this.path), lostName(path.basename(this.path)));
    let target = aside;
    for (let number = 2; existsSync(target); number++) target = `${aside}-${number}`;
    await rename(this.path, target);
    await syncFolder(path.dirname(target));
    return target;
  }

  /** Does the same as `writeDurably`. */
  write(content: string): Promise<void> {
    return writeDurably(this.path, content);
  }
}

/**
 * Replaces a file in a private folder atomically. The content is durable when the promise is fulfilled.
 * @param draft file that is written first. By default each call has its own, because processes can share the folder
 */
export async function writeDurably(
  file: string,
  content: string,
  draft = `${file}.${randomBytes(6).toString('hex')}`,
): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await unlink(draft).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}
