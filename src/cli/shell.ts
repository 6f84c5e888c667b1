import { databaseOptions, tablePrivilegesOf } from '../app.ts';
import { internal } from '../platform/auth/principal.ts';
import { systemClock } from '../platform/clock.ts';
import type { CommandEnvironment } from '../platform/command-line/command.ts';
import { Lifecycle } from '../platform/command-line/lifecycle.ts';
import type { Config } from '../platform/config/config.ts';
import { Context } from '../platform/context.ts';
import { assertOwner } from '../platform/database/account-powers.ts';
import { Database } from '../platform/database/database.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { prepareDatabase } from '../platform/prepare-database.ts';
import { readConfig } from '../read-config.ts';
import { databaseFor } from './database-for.ts';
import { serviceUrl } from './running-service.ts';

/** Creates the environment in which commands run: the configuration, the URL of the service, and access to the database. */
export function createShell(): CommandEnvironment {
  let config: Config | undefined;
  return {
    get config() {
      config ??= readConfig();
      return config;
    },
    get serviceUrl() {
      return serviceUrl(this.config);
    },
    async withDatabase(work, { account = 'SERVICE' } = {}) {
      const { config } = this;
      const logger = createLogger(config.logLevel, config.logFormat);
      const lifecycle = new Lifecycle(logger);
      await lifecycle.run(async () => {
        const { url: databaseUrl, directUrl, ownerUrl, close } = await databaseFor(config);
        lifecycle.onStop(close);
        const direct = directUrl ?? databaseUrl;
        const url = account === 'OWNER' ? (ownerUrl ?? direct) : direct;
        const database = await Database.open(databaseOptions({ databaseUrl: url, poolSize: 2 }));
        lifecycle.onStop(() => database.close());
        const { orm } = database;
        const tables = tablePrivilegesOf();
        await prepareDatabase({ orm, databaseUrl, directUrl, ownerUrl, tables, logger, signal: lifecycle.stopping });
        if (account === 'OWNER') await assertOwner(database, tables);
        const occasion = { principal: internal('shell'), requestId: 'shell', signal: lifecycle.stopping };
        await work(new Context({ database, logger, clock: systemClock }, occasion));
      });
    },
  };
}
