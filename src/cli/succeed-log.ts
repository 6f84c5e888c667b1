import { ormOptions } from '../orm-options.ts';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { Database } from '../platform/database/database.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { forgetUnpublished, LocalCheckpointSigner, LocalSigner, succeedLog } from '../seals/index.ts';
import { databaseFor } from './database-for.ts';
import { Lifecycle } from './lifecycle.ts';

/** Opens a new log in the place of a frozen one. */
export async function succeedFrozenLog(origin: string): Promise<void> {
  const config = loadConfig();
  const lifecycle = new Lifecycle(createLogger(config.logLevel));
  await lifecycle.run(async () => {
    const { url, close } = await databaseFor(config);
    lifecycle.onStop(close);
    const database = await Database.open(ormOptions({ databaseUrl: url, poolSize: 2 }));
    lifecycle.onStop(() => database.close());
    const { log, key } = await succeedLog({
      database,
      signer: LocalSigner.open(config.dataDir, config.sealPrivateKeyPem),
      checkpointSigner: (name) => LocalCheckpointSigner.open(config.dataDir, name, config.logPrivateKeyPem),
      origin,
      dataDir: config.dataDir,
      clock: systemClock,
      forgetUnpublished,
    });
    process.stdout.write(
      `Log ${log}, ${key.name}, is open. Restart every process; tell your witnesses and auditors.\n`,
    );
  });
}
