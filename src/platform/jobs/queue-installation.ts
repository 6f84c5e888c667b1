import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { getConstructionPlans, PgBoss } from 'pg-boss';
import { ConfigError } from '../config/config.ts';
import { databaseSettings } from '../database/database-settings.ts';
import type { OwnerWork } from '../database/migrate.ts';
import type { RunQuery } from '../database/migration.sql.ts';
import type { NamedUrl } from '../database/single-connection.ts';
import type { Logger } from '../observability/logger.ts';
import {
  countPendingIndexes,
  type InstalledQueue,
  readInstalledQueue,
  readQueueVersion,
} from './queue-installation.sql.ts';

/** Interval in seconds at which pg-boss looks for the next index to build: the minimum that it allows. */
const BUILD_EVERY_SECONDS = 10;
const LOOK_EVERY_MS = 200;
/** Time limit for building the indexes of one upgrade. Indexes that are left are built by the next migration. */
const MAX_BUILD_MS = 600_000;

const { pgboss } = createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } };

/**
 * Statements that create the tables of the job queue in the open transaction of a connection. For a restored backup, which is
 * loaded in the same transaction.
 */
export function queueConstruction(schema: string, { hasSchema }: Pick<InstalledQueue, 'hasSchema'>): string {
  return (
    getConstructionPlans(schema, { createSchema: !hasSchema })
      // The plan is a transaction of its own, with time limits for it.
      .replace(/^\s*(BEGIN|COMMIT);\s*$/gm, '')
      .replace(/^\s*SET LOCAL \w+ = \d+;\s*$/gm, '')
  );
}

/** Work that installs the tables of the job queue, or upgrades them to this release's version. */
export function queueInstallation(owner: NamedUrl, logger: Logger, signal?: AbortSignal): OwnerWork {
  const { queueSchema } = databaseSettings(owner.url);
  return {
    async isDue(query) {
      const { isInstalled, isOwner } = await readInstalledQueue(query, queueSchema);
      const isCurrent = isInstalled && (await readQueueVersion(query, queueSchema)) >= pgboss.schema;
      if (!isCurrent && !isOwner) throw new ConfigError([`${owner.setting}: ${notOwner(isInstalled, queueSchema)}`]);
      return !isCurrent || (isOwner && (await countPendingIndexes(query, queueSchema)) > 0);
    },
    async run(query) {
      const { hasSchema } = await readInstalledQueue(query, queueSchema);
      const boss = new PgBoss({
        ...databaseSettings(owner.url).connection,
        schema: queueSchema,
        // Creating a schema needs CREATE on the database, even if the schema exists.
        createSchema: !hasSchema,
        application_name: 'imprimatur-migrate-jobs',
        max: 2,
        supervise: false,
        schedule: false,
        bamIntervalSeconds: BUILD_EVERY_SECONDS,
      });
      boss.on('error', (error) => logger.warn({ err: error }, 'the job queue’s tables are not complete yet'));
      try {
        await boss.start();
        await untilBuilt(query, queueSchema, logger, signal);
      } finally {
        await boss.stop({ graceful: false, close: true });
      }
    },
  };
}

/** Waits until pg-boss has built the indexes of an upgrade, which it does one by one in the background. */
async function untilBuilt(query: RunQuery, schema: string, logger: Logger, signal?: AbortSignal): Promise<void> {
  const deadline = performance.now() + MAX_BUILD_MS;
  for (;;) {
    const left = await countPendingIndexes(query, schema);
    if (left === 0) return;
    if (performance.now() > deadline) {
      logger.warn(`${left} indexes of the job queue aren't built yet. Run imprimatur migrate again.`);
      return;
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

function notOwner(isInstalled: boolean, schema: string): string {
  const what = isInstalled
    ? `The tables of the job queue in the schema ${schema} are of an earlier release, and the account doesn't own them`
    : `The schema ${schema} of the job queue is missing or empty, and the account may not create it`;
  return `${what}. Run imprimatur migrate with DATABASE_OWNER_URL, the account that owns the tables.`;
}
