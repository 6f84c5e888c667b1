import type { Shell } from '../../platform/command-line/command.ts';
import { admitSealKey, reinstateSealKey, retireSealKey, revokeSealKey } from '../keys/seal-keys.ts';
import { LocalSigner, newLocalKey } from '../keys/signer.ts';
import { logConfig } from '../log.config.ts';

/** Puts a new seal key in the place of the one in DATA_DIR. */
export async function rotateSealKey(shell: Shell): Promise<void> {
  const { dataDir } = shell.config;
  if (shell.config.of(logConfig).sealPrivateKeyPem) {
    throw new Error('The key comes from SEAL_PRIVATE_KEY: set that to a new one, then: imprimatur admit-seal-key');
  }
  const earlier = LocalSigner.open(dataDir, null).keyId;
  const next = newLocalKey();
  await shell.withDatabase(async (ctx) => {
    // First: a process that is started with one that nobody knows is refused.
    await admitSealKey(ctx, next.signer);
    next.keep(dataDir);
    process.stdout.write(
      `The new seal key is ${next.signer.keyId}; the private half of the earlier one is gone.\n` +
        `Restart every process. Then say that the earlier one has had its time: imprimatur retire-seal-key ${earlier}\n`,
    );
  });
}

/** Says that the key of these settings is a new one of this service. */
export function admitKey(shell: Shell): Promise<void> {
  const { dataDir } = shell.config;
  const signer = LocalSigner.open(dataDir, shell.config.of(logConfig).sealPrivateKeyPem);
  return shell.withDatabase(async (ctx) => {
    await admitSealKey(ctx, signer);
    process.stdout.write(
      `Seals may be signed with ${signer.keyId} from now on. Start every process with it and hand out trust.json anew.\n`,
    );
  });
}

/** Says that a seal key has had its time. */
export function retireKey(shell: Shell, keyId: string): Promise<void> {
  return shell.withDatabase(async (ctx) => {
    const end = await retireSealKey(ctx, keyId);
    process.stdout.write(
      `Seals that are signed with ${keyId} after ${end.toISOString()} are not valid; those from before hold.\n` +
        'Restart by then what still signs with it, and hand out trust.json anew.\n',
    );
  });
}

/** Takes it back that a seal key was retired. */
export function reinstateKey(shell: Shell, keyId: string): Promise<void> {
  return shell.withDatabase(async (ctx) => {
    await reinstateSealKey(ctx, keyId);
    process.stdout.write(`Seals may be signed with ${keyId} again. Hand out trust.json anew.\n`);
  });
}

/** Says that a seal key has come into other hands. */
export function revokeKey(shell: Shell, keyId: string, since: Date, reason: string): Promise<void> {
  return shell.withDatabase(async (ctx) => {
    await revokeSealKey(ctx, keyId, { since, reason });
    process.stdout.write(
      `Seals of ${keyId} now hold only where a time stamp proves that they are older than ${since.toISOString()}.\n`,
    );
  });
}
