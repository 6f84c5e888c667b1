import type { Shell } from '../../platform/command-line/command.ts';
import { reinstateSealKey, retireSealKey, revokeSealKey } from '../keys/seal-keys.ts';
import { LocalSigner, rotateLocalKey } from '../keys/signer.ts';
import { sealsConfig } from '../seal.config.ts';

/** Puts a new seal key in the place of the one in DATA_DIR. */
export async function rotateSealKey({ config }: Shell): Promise<void> {
  if (config.of(sealsConfig).sealPrivateKeyPem) {
    throw new Error('The key comes from SEAL_PRIVATE_KEY: set that to a new one and restart.');
  }
  const earlier = LocalSigner.open(config.dataDir, null).keyId;
  const keyId = rotateLocalKey(config.dataDir);
  process.stdout.write(
    `The new seal key is ${keyId}; the private half of the earlier one is gone.\n` +
      `Restart every process. Then say that the earlier one has had its time: imprimatur retire-seal-key ${earlier}\n`,
  );
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
