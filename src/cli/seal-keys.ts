import { loadConfig } from '../platform/config.ts';
import { revokeSealKey, rotateLocalKey } from '../seals/index.ts';
import { withDatabase } from './with-database.ts';

/** Puts a new seal key in the place of the one in DATA_DIR. */
export async function rotateSealKey(): Promise<void> {
  const { dataDir, sealPrivateKeyPem } = loadConfig();
  if (sealPrivateKeyPem) throw new Error('The key comes from SEAL_PRIVATE_KEY: set that to a new one and restart.');
  const keyId = rotateLocalKey(dataDir);
  process.stdout.write(
    `The new seal key is ${keyId}; the private half of the earlier one is gone.\n` +
      'Restart every process within an hour: seals that are signed with the earlier key after that are not valid.\n',
  );
}

/** Says that a seal key has come into other hands. */
export function revokeKey(keyId: string, since: Date, reason: string): Promise<void> {
  return withDatabase(async (orm) => {
    await revokeSealKey(orm.em.fork(), keyId, { since, reason });
    process.stdout.write(
      `Seals of ${keyId} now hold only where a time stamp proves that they are older than ${since.toISOString()}.\n`,
    );
  });
}
