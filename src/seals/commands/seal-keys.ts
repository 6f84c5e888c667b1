import type { Shell } from '../../platform/command-line/command.ts';
import { revokeSealKey } from '../keys/seal-keys.ts';
import { rotateLocalKey } from '../keys/signer.ts';
import { sealsConfig } from '../seal.config.ts';

/** Puts a new seal key in the place of the one in DATA_DIR. */
export async function rotateSealKey({ config }: Shell): Promise<void> {
  if (config.of(sealsConfig).sealPrivateKeyPem) {
    throw new Error('The key comes from SEAL_PRIVATE_KEY: set that to a new one and restart.');
  }
  const keyId = rotateLocalKey(config.dataDir);
  process.stdout.write(
    `The new seal key is ${keyId}; the private half of the earlier one is gone.\n` +
      'Restart every process within an hour: seals that are signed with the earlier key after that are not valid.\n',
  );
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
