import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../orm-options.ts';
import { type Config, loadConfig } from '../platform/config.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { databaseFor } from './database-for.ts';
import { Lifecycle } from './lifecycle.ts';

/** Runs a short command on the migrated database, beside a running service or without one. */
export async function withDatabase(work: (orm: MikroORM, config: Config) => Promise<void>): Promise<void> {
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  const lifecycle = new Lifecycle(logger);
  await lifecycle.run(async () => {
    const { url, close } = await databaseFor(config);
    lifecycle.onStop(close);
    const orm = await MikroORM.init(ormOptions({ databaseUrl: url, poolSize: 2 }));
    lifecycle.onStop(() => orm.close(true));
    await migrate(orm, url, logger, lifecycle.stopping);
    await work(orm, config);
  });
}
