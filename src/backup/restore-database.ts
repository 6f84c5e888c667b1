import type { MikroORM } from '@mikro-orm/postgresql';
import type { Client } from 'pg';
import { databaseSettings } from '../platform/database/database-settings.ts';
import { createTables, takeLock } from '../platform/database/migrate.ts';
import { inTransaction, limitSession, type RunQuery } from '../platform/database/migration.sql.ts';
import { type NamedUrl, withConnection } from '../platform/database/single-connection.ts';
import { renewTimes } from '../platform/jobs/job-queue.sql.ts';
import { queueConstruction } from '../platform/jobs/queue-installation.ts';
import type { Logger } from '../platform/observability/logger.ts';
import type { BackupPlace } from './backup-place.ts';
import { analyze, dropSchema, emptySchema, findServiceConnections, hasSchema, setFrozenReason } from './load.sql.ts';
import { loadTables } from './load-tables.ts';
import type { LogVerdict } from './log-verdict.ts';
import type { Manifest } from './manifest.ts';
import { readServer } from './snapshot.sql.ts';

/** The service runs on the database that is to be replaced. */
export class ServiceRunning extends Error {
  override readonly name = 'ServiceRunning';

  constructor() {
    super('The service is running on this database. Stop all its processes first.');
  }
}

export interface DatabaseRestore {
  /** Account that owns the tables, or will own them. */
  owner: NamedUrl;
  orm: MikroORM;
  place: BackupPlace;
  manifest: Manifest;
  verdict: LogVerdict | null;
  /** True to delete the tables that are there. */
  replaces: boolean;
  logger: Logger;
  signal: AbortSignal;
  /** Called before the new tables are committed. */
  beforeCommit(): Promise<void>;
}

/** Milliseconds for which the restore waits for other connections that use the tables. */
const LOCK_TIMEOUT_MS = 60_000;

/**
 * Replaces the content of a database by that of a backup, in one transaction: the tables as the migrations of the backup leave
 * them, then the rows. If it fails, the database is as before.
 * @throws ServiceRunning, BackupChanged
 */
export function restoreDatabase(options: DatabaseRestore): Promise<void> {
  const { owner, logger, signal } = options;
  return withConnection(
    owner,
    async (client, query) => {
      await limitSession(query, LOCK_TIMEOUT_MS);
      await takeLock(query, logger, signal);
      if ((await findServiceConnections(query)).length > 0) throw new ServiceRunning();
      await inTransaction(query, () => replace(client, query, options));
      await analyze(query);
    },
    { name: 'imprimatur-restore', signal },
  );
}

async function replace(client: Client, query: RunQuery, options: DatabaseRestore): Promise<void> {
  const { owner, orm, place, manifest, verdict, replaces, logger, signal, beforeCommit } = options;
  const { schema } = await readServer(query);
  const { queueSchema } = databaseSettings(owner.url);
  if (replaces) {
    await emptySchema(query, schema);
    await dropSchema(query, queueSchema);
  }
  await createTables(client, query, { orm, names: manifest.migrations, logger });
  await query(queueConstruction(queueSchema, { hasSchema: await hasSchema(query, queueSchema) }));
  await loadTables({ client, query, place, manifest, schemas: { SERVICE: schema, QUEUE: queueSchema }, signal });
  await query(renewTimes(queueSchema));
  if (verdict) await setFrozenReason(query, verdict.log, verdict.frozenReason);
  await beforeCommit();
}
