import { randomBytes, scrypt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { SERVER_PASSWORDS } from '../platform/database/embedded-postgres.ts';
import { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { secretFile } from '../platform/encryption/secrets.ts';
import { composeText } from '../proof/normal-form.ts';
import { BackupChanged } from './stored-file.ts';

/** Secrets by the names of their files. */
export type Secrets = Readonly<Record<string, string>>;

/** The passphrase doesn't open the secrets of a backup. */
export class WrongPassphrase extends Error {
  override readonly name = 'WrongPassphrase';

  constructor() {
    super('The passphrase doesn’t open the secrets of this backup.');
  }
}

/**
 * Cost of deriving the key: 128 MB and about half a second, so that trying passphrases is slow. Source: OWASP Password Storage
 * Cheat Sheet, scrypt.
 */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const SALT_LENGTH = 16;
const KEY_LENGTH = 32;

const SecretsFile = z.object({
  kdf: z.literal('scrypt'),
  N: z
    .int()
    .min(2)
    .max(2 ** 20),
  r: z.int().min(1).max(32),
  p: z.int().min(1).max(16),
  salt: z.string(),
  encrypted: z.string(),
});

const Plain = z.record(z.string().regex(/^[\w.-]+$/), z.string());

/** Reads the secrets of DATA_DIR, without the passwords of its embedded database, which a new server gets again. */
export async function readSecrets(dataDir: string): Promise<Secrets> {
  const folder = path.dirname(secretFile(dataDir, 'any'));
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries
    // Drafts of a secret that is being written have a random ending.
    .filter((entry) => entry.isFile() && !/\.[0-9a-f]{12}$/.test(entry.name) && !SERVER_PASSWORDS.includes(entry.name))
    .map(({ name }) => name)
    .sort();
  const secrets: Record<string, string> = {};
  for (const name of names) secrets[name] = await readFile(path.join(folder, name), 'utf8');
  return secrets;
}

/** Encrypts secrets to a passphrase. They can only be read as those of the backup with this name. */
export async function encryptSecrets(secrets: Secrets, passphrase: string, backup: string): Promise<Uint8Array> {
  const salt = randomBytes(SALT_LENGTH);
  const encryption = new EnvelopeEncryption(await keyOf(passphrase, salt, COST));
  const encrypted = encryption.encrypt(Buffer.from(JSON.stringify(secrets)), contextOf(backup));
  const file: z.output<typeof SecretsFile> = {
    kdf: 'scrypt',
    ...COST,
    salt: salt.toString('base64'),
    encrypted: encrypted.toString('base64'),
  };
  return Buffer.from(`${JSON.stringify(file)}\n`);
}

/** @throws WrongPassphrase, or BackupChanged if it isn't a file of secrets */
export async function decryptSecrets(bytes: Uint8Array, passphrase: string, backup: string): Promise<Secrets> {
  const { N, r, p, salt, encrypted } = parsed(bytes);
  const encryption = new EnvelopeEncryption(await keyOf(passphrase, Buffer.from(salt, 'base64'), { N, r, p }));
  let plain: Buffer;
  try {
    plain = encryption.decrypt(Buffer.from(encrypted, 'base64'), contextOf(backup));
  } catch {
    throw new WrongPassphrase();
  }
  return Plain.parse(JSON.parse(plain.toString('utf8')));
}

function parsed(bytes: Uint8Array) {
  try {
    return SecretsFile.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch (cause) {
    throw new BackupChanged('The file of the secrets is damaged.', { cause });
  }
}

const contextOf = (backup: string) => `backup ${backup}`;

const derive = promisify<string, Uint8Array, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

function keyOf(passphrase: string, salt: Uint8Array, { N, r, p }: typeof COST): Promise<Buffer> {
  // OpenSSL needs a little more than 128 · N · r bytes.
  return derive(composeText(passphrase), salt, KEY_LENGTH, { N, r, p, maxmem: 128 * N * r + 2 ** 25 });
}
