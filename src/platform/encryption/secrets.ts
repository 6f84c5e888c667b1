import { hash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A secret that is kept cannot be used. */
export class SecretUnusable extends Error {
  override readonly name = 'SecretUnusable';
}

export function secretFile(dataDir: string, name: string): string {
  return path.join(dataDir, 'secrets', name);
}

/**
 * The secret kept under this name, made by `make` when there is none yet.
 * @throws SecretUnusable when its file is empty: an empty secret would let everybody in.
 */
export function keptSecret(dataDir: string, name: string, make = () => randomBytes(32).toString('base64url')): string {
  const file = secretFile(dataDir, name);
  if (!existsSync(file)) {
    // Only the folder of the secrets is closed: the embedded database's own account has to pass through DATA_DIR.
    mkdirSync(dataDir, { recursive: true });
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeOnce(file, `${make()}\n`);
  }
  chmodSync(file, 0o600);
  return usable(file);
}

/**
 * The same where there is one; null where there is none yet. Makes nothing.
 * @throws SecretUnusable when its file is empty.
 */
export function foundSecret(dataDir: string, name: string): string | null {
  try {
    return usable(secretFile(dataDir, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Below what is no folder there is no file either.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Puts another secret in the place of a kept one, whole or not at all. */
export function replaceSecret(dataDir: string, name: string, secret: string): void {
  const file = secretFile(dataDir, name);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(draft, file);
}

function usable(file: string): string {
  const secret = readFileSync(file, 'utf8').trim();
  if (secret === '') throw new SecretUnusable(`${file}: is empty. Remove it to have a new one made.`);
  return secret;
}

/** Written whole and then linked into place: of two processes starting at once, the second reads what the first wrote. */
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

/** For comparing and for storing secrets: high-entropy secrets need no slow hash. */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
