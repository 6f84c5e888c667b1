import { hash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A stored secret isn't usable. */
export class SecretUnusable extends Error {
  override readonly name = 'SecretUnusable';
}

export function secretFile(dataDir: string, name: string): string {
  return path.join(dataDir, 'secrets', name);
}

/**
 * Returns the stored secret, created by `make` if it doesn't exist.
 * @throws SecretUnusable if its file is empty: an empty secret would let everyone in
 */
export function keptSecret(dataDir: string, name: string, make = () => randomBytes(32).toString('base64url')): string {
  const file = secretFile(dataDir, name);
  if (!existsSync(file)) {
    // Only the folder of secrets is private. The account of the embedded database must be able to enter DATA_DIR.
    mkdirSync(dataDir, { recursive: true });
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeOnce(file, `${make()}\n`);
  }
  chmodSync(file, 0o600);
  return usable(file);
}

/** Returns the stored secret, or null if it doesn't exist. @throws SecretUnusable if its file is empty */
export function foundSecret(dataDir: string, name: string): string | null {
  try {
    return usable(secretFile(dataDir, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A parent that isn't a folder means that the file doesn't exist.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Replaces a stored secret atomically. */
export function replaceSecret(dataDir: string, name: string, secret: string): void {
  const file = secretFile(dataDir, name);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(draft, file);
}

function usable(file: string): string {
  const secret = readFileSync(file, 'utf8').trim();
  if (secret === '') throw new SecretUnusable(`${file}: is empty. Remove it to have a new one created.`);
  return secret;
}

/** Writes a file and links it into place, so that the second of two concurrent processes reads the secret of the first. */
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

/** Digest for comparing and storing secrets. Random secrets don't need a slow hash. */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
