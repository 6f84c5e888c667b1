import {
  BackupChanged,
  type BackupPlace,
  backupConfig,
  bytesOf,
  decryptSecrets,
  findBackups,
  isBackupName,
  isSignedBy,
  type Manifest,
  openPlace,
  readManifest,
  readStored,
  type Secrets,
  WrongPassphrase,
} from '../backup/index.ts';
import { LocalSigner, logConfig, SEAL_KEY } from '../log/index.ts';
import { CommandError, ExitCode, UsageError } from '../platform/command-line/exit.ts';
import { noInput, readTrust } from '../platform/command-line/inputs.ts';
import { printable } from '../platform/command-line/terminal.ts';
import type { Config } from '../platform/config/config.ts';
import { foundSecret } from '../platform/encryption/secrets.ts';
import { proxyConfig } from '../platform/http/proxies.config.ts';

/** Exit codes of `backup` and `restore`, as of `integrity`: something is wrong, or the result isn't known. */
export const EXIT_WRONG = 1;
export const EXIT_UNKNOWN = 2;

/** Options that name a backup and the keys that may have signed it. */
export interface SourceOptions {
  backup?: string;
  /** Id of the key that signed the backup. */
  key?: string;
  /** File or URL of trust.json. */
  trust?: string;
}

export interface OpenBackup {
  place: BackupPlace;
  manifest: Manifest;
  /** Null if the backup has none, or no passphrase is set. */
  secrets: Secrets | null;
  /** True if a key signed the backup that is known to be one of the service. */
  isKeyKnown: boolean;
}

/** Opens the place in an option, else that of BACKUP_TO. @throws UsageError if neither is given */
export function placeFor(config: Config, given: string | undefined, option: string): BackupPlace {
  const to = given ?? config.of(backupConfig).to;
  if (to === null) throw new UsageError(`Pass ${option} with the place of the backups, or set BACKUP_TO.`);
  return openPlace(to, config.of(proxyConfig));
}

/** Finds a backup, by default the newest, and reads its manifest. */
export async function openBackup(place: BackupPlace, config: Config, options: SourceOptions): Promise<OpenBackup> {
  const { backup } = options;
  if (backup !== undefined && !isBackupName(backup)) {
    throw new UsageError(
      `${printable(backup)} isn’t the name of a backup. Names look like 2026-11-30T03-00-00Z-4f2a91.`,
    );
  }
  const { complete, incomplete } = await findBackups(place);
  const name = backup ?? complete.at(-1);
  if (name === undefined) throw noInput(`${place.title} has no complete backup.`);
  const manifest = await readManifest(place, name);
  if (!manifest) {
    const why = incomplete.includes(name) ? 'was interrupted, so it has no manifest' : `isn’t in ${place.title}`;
    throw noInput(`The backup ${name} ${why}. Complete ones: ${complete.join(', ') || 'none'}.`);
  }
  const secrets = await secretsOf(place, manifest, config);
  return { place, manifest, secrets, isKeyKnown: await isKeyKnown(manifest, config, secrets, options) };
}

async function secretsOf(place: BackupPlace, manifest: Manifest, config: Config): Promise<Secrets | null> {
  const { passphrase } = config.of(backupConfig);
  if (!manifest.secrets || passphrase === null) return null;
  try {
    return await decryptSecrets(await bytesOf(readStored(place, manifest.secrets)), passphrase, manifest.name);
  } catch (error) {
    if (!(error instanceof WrongPassphrase)) throw error;
    throw new CommandError(ExitCode.CONFIG, `BACKUP_PASSPHRASE: ${error.message}`, { cause: error });
  }
}

/** True if the key is that of this DATA_DIR, of the encrypted secrets, of the given trust file, or has the given id. */
async function isKeyKnown(
  manifest: Manifest,
  config: Config,
  secrets: Secrets | null,
  { key, trust }: SourceOptions,
): Promise<boolean> {
  if (key !== undefined && key.toLowerCase() === manifest.keyId) return true;
  const here = config.of(logConfig).sealPrivateKeyPem ?? foundSecret(config.dataDir, SEAL_KEY.file);
  const pems = [here, secrets?.[SEAL_KEY.file]].filter((pem) => typeof pem === 'string');
  const keys = pems.map((pem) => new LocalSigner(pem, SEAL_KEY).publicKey);
  if (trust !== undefined) keys.push(...(await readTrust(trust)).sealKeys.map(({ publicKey }) => publicKey));
  return isSignedBy(manifest, keys);
}

/** Sentence about a backup that a key signed which isn’t known here. */
export function unknownKeySentence({ keyId }: Manifest): string {
  return `The key ${keyId} signed this backup, and it isn’t known here. Compare it with a seal key in trust.json of the service, then pass --key ${keyId} or --trust FILE.`;
}

/** Turns the errors of reading a backup into a command's end. */
export function endOfCommand(error: unknown): unknown {
  if (error instanceof BackupChanged) return new CommandError(EXIT_WRONG, error.message, { cause: error });
  return error;
}
