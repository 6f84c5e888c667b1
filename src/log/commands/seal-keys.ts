import type { CommandEnvironment } from '../../platform/command-line/command.ts';
import { admitSealKey, reinstateSealKey, retireSealKey, revokeSealKey } from '../keys/seal-keys.ts';
import { LocalSigner, newLocalKey, SEAL_KEY } from '../keys/signer.ts';
import { logConfig } from '../log.config.ts';

/** Replaces the seal key in DATA_DIR. */
export async function rotateSealKey(shell: CommandEnvironment): Promise<void> {
  const { dataDir } = shell.config;
  if (shell.config.of(logConfig).sealPrivateKeyPem) {
    throw new Error('The key comes from SEAL_PRIVATE_KEY. Set that to a new key, then run: imprimatur admit-seal-key');
  }
  const earlier = LocalSigner.open(dataDir, null, SEAL_KEY).keyId;
  const next = newLocalKey(SEAL_KEY);
  await shell.withDatabase(async (ctx) => {
    // The new key is registered first, because a process that starts with an unknown key is rejected.
    await admitSealKey(ctx, next.signer);
    await next.keep(dataDir);
    process.stdout.write(
      `The new seal key is ${next.signer.keyId}. The private half of the previous key was deleted.\n` +
        `Restart every process. Then retire the previous key: imprimatur retire-seal-key ${earlier}\n`,
    );
  });
}

/** Registers the configured seal key as a new key of this service. */
export function admitKey(shell: CommandEnvironment): Promise<void> {
  const { dataDir } = shell.config;
  const signer = LocalSigner.open(dataDir, shell.config.of(logConfig).sealPrivateKeyPem, SEAL_KEY);
  return shell.withDatabase(async (ctx) => {
    await admitSealKey(ctx, signer);
    process.stdout.write(
      `Seals can be signed with ${signer.keyId} now. Start every process with this key and distribute trust.json again.\n`,
    );
  });
}

/** Shell command that retires a seal key, and prints the time after which its signatures are invalid. */
export function retireKey(shell: CommandEnvironment, keyId: string): Promise<void> {
  return shell.withDatabase(async (ctx) => {
    const end = await retireSealKey(ctx, keyId);
    process.stdout.write(
      `Seals signed with ${keyId} after ${end.toISOString()} are invalid; earlier ones stay valid.\n` +
        'Restart all processes that sign with it before then, and distribute trust.json again.\n',
    );
  });
}

/** Reinstates a retired seal key. */
export function reinstateKey(shell: CommandEnvironment, keyId: string): Promise<void> {
  return shell.withDatabase(async (ctx) => {
    await reinstateSealKey(ctx, keyId);
    process.stdout.write(`Seals can be signed with ${keyId} again. Distribute trust.json again.\n`);
  });
}

/** Revokes a compromised seal key. */
export function revokeKey(shell: CommandEnvironment, keyId: string, since: Date, reason: string): Promise<void> {
  return shell.withDatabase(async (ctx) => {
    await revokeSealKey(ctx, keyId, { since, reason });
    process.stdout.write(
      `Seals of ${keyId} are now valid only if a time stamp proves that they are older than ${since.toISOString()}.\n`,
    );
  });
}
