import type { MikroORM } from '@mikro-orm/postgresql';
import { ConfigError } from './config/config.ts';
import { databaseSettings } from './database/database-settings.ts';
import { migrate, type OwnerPlan, type OwnerWork, tablesOf, untilDatabaseAnswers } from './database/migrate.ts';
import type { RunQuery } from './database/migration.sql.ts';
import type { MigrationLimits } from './database/migration-runner.ts';
import { checkPooler, type PoolerWarning } from './database/pooler-check.ts';
import { findServiceAccount } from './database/service-account.ts';
import { assertDeclared, excessSentence, findExcess, missingGrants } from './database/service-privileges.ts';
import { type DatabaseUrls, sessionUrlOf, tableOwnerOf } from './database/single-connection.ts';
import type { TablePrivileges } from './database/table-privileges.ts';
import type { Pooler } from './database/through-pooler.ts';
import { queueInstallation } from './jobs/queue-installation.ts';
import type { Logger } from './observability/logger.ts';

export interface PrepareOptions extends DatabaseUrls {
  orm: MikroORM;
  /** Declared privileges of the service's account. */
  tables: TablePrivileges;
  logger: Logger;
  signal?: AbortSignal;
  limits?: MigrationLimits;
  /** Called with the connection pooler at `databaseUrl`, if any, before anything else uses the database. */
  onPooler?(pooler: Pooler | null): void;
}

/**
 * Finds a connection pooler, then brings the database to this release: migrates the tables, installs the job queue, and, with an owner's URL, grants the service's
 * account its privileges. Every step is done by the owner, whose connections are closed afterwards.
 * @throws ConfigError if an account or a database isn't the right one; SchemaTooNew if a newer release has migrated it
 */
export async function prepareDatabase(options: PrepareOptions): Promise<void> {
  const { orm, ownerUrl, onPooler, tables, logger, signal, limits } = options;
  assertDeclared(tables, tablesOf(orm));
  const warn = ({ detail, advice }: PoolerWarning) => logger.warn(`The connection pooler: ${detail}. ${advice}`);
  onPooler?.(await untilDatabaseAnswers(() => checkPooler(options, warn, signal), logger, signal));
  const owner = tableOwnerOf(options);
  const plan = async (query: RunQuery): Promise<OwnerPlan> => {
    const queue = queueInstallation(owner, logger, signal);
    if (ownerUrl === null) return { work: [queue] };
    const account = await findServiceAccount(query, { service: sessionUrlOf(options), signal });
    return {
      work: [queue, granting(account, options)],
      verify: (query) => assertNoExcess(query, account, options),
    };
  };
  await migrate({ orm, owner, logger, signal, limits, plan });
}

/** Work that gives the service's account its declared privileges, and no others. */
function granting(account: string, { databaseUrl, tables }: PrepareOptions): OwnerWork {
  const { queueSchema } = databaseSettings(databaseUrl);
  const missing = (query: RunQuery) => missingGrants(query, { account, tables, queueSchema });
  return {
    isPartOfChanges: true,
    isDue: async (query) => (await missing(query)).length > 0,
    async run(query) {
      const lines = await missing(query);
      // Sent as one statement, which is one transaction: a running process never lacks a privilege in between.
      if (lines.length > 0) await query(lines.join(';\n'));
    },
  };
}

/**
 * Checks that the service's account has no more power over the tables than it was granted, for example by PUBLIC.
 * @throws ConfigError with what to do
 */
async function assertNoExcess(query: RunQuery, account: string, { tables, logger }: PrepareOptions): Promise<void> {
  const excess = await findExcess(query, tables, account);
  const sentence = excessSentence(excess);
  if (sentence === null) return;
  if (excess.isSuperuser || excess.isOwner || excess.privileges.length > 0) {
    throw new ConfigError([
      `DATABASE_URL: ${sentence}. Revoke them from PUBLIC and from the accounts of which ${account} is a member.`,
    ]);
  }
  logger.warn(`${sentence}. Revoke CREATE on it from PUBLIC, as docs/database.md says.`);
}
