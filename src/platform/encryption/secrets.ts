import { hash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeDurably } from '../storage/durable-file.ts';

/** The file of a stored secret can't be used. */
export class SecretUnusable extends Error {
  override readonly name = 'SecretUnusable';
}

export function secretFile(dataDir: string, name: string): string {
  return path.join(dataDir, 'secrets', name);
}

/**
 * Returns the secret stored under this name; if its file doesn't exist, stores and returns the result of `make`.
 * @throws SecretUnusable if the file is empty: an empty secret would let everyone in
 */
export function keptSecret(dataDir: string, name: string, make = () => randomBytes(32).toString('base64url')): string {
  const file = secretFile(dataDir, name);
  if (!existsSync(file)) {
    // DATA_DIR itself isn't made private, only the folder of secrets: the account of the embedded database must be able to enter
    // DATA_DIR.
    mkdirSync(dataDir, { recursive: true });
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeOnce(file, `${make()}\n`);
  }
  chmodSync(file, 0o600);
  return usable(file);
}

/** Returns the secret stored under this name, or null if its file doesn't exist. @throws SecretUnusable if the file is empty */
export function foundSecret(dataDir: string, name: string): string | null {
  try {
    return usable(secretFile(dataDir, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR: a parent of the path isn't a folder, so the file doesn't exist.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Replaces the file of a stored secret atomically. The new secret is durable when the promise is fulfilled. */
export function replaceSecret(dataDir: string, name: string, secret: string): Promise<void> {
  const file = secretFile(dataDir, name);
  return writeDurably(file, `${secret}\n`);
}

function usable(file: string): string {
  const secret = readFileSync(file, 'utf8').trim();
  if (secret === '') throw new SecretUnusable(`${file}: is empty. Remove it to have a new one created.`);
  return secret;
}

/**
 * Writes a file completely before linking it into place, so that the second of two concurrent processes reads the secret of the
 * first.
 */
function writeOnce(file: string, content: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** SHA-256 of a secret, for comparing and storing it. Random secrets don't need a slow hash. */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
