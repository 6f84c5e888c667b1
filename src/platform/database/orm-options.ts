import path from 'node:path';
import type { EntityClass } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import type { PoolConfig } from 'pg';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import { ChangeCollector } from '../audit/change-collector.ts';
import { ClockNote } from '../deletion/clock-note.entity.ts';
import { EncryptionCanary } from '../encryption/encryption-canary.entity.ts';
import { OutboxEvent } from '../events/outbox-event.entity.ts';
import { AnnouncedExpiration } from '../expirations/announced-expiration.entity.ts';
import { KeyedIssue } from '../idempotency/keyed-issue.entity.ts';
import { LimitUse } from '../limits/limit-use.entity.ts';
import { ProcessLife } from '../liveness/process-life.entity.ts';
import { PROGRAM_ROOT, PROJECT_ROOT } from '../program/project-root.ts';
import { CONNECTION_LIMITS } from './database.ts';
import { databaseSettings } from './database-settings.ts';
import { DemoPart } from './demo-part.entity.ts';
import { SCHEMA_RELEASE_TABLE } from './migration.sql.ts';

export interface OrmOptions {
  databaseUrl: string;
  poolSize: number;
  /** Time limits in place of the usual ones. */
  limits?: PoolConfig;
  /** Entities of all features, in addition to those of the platform. The ORM knows no others. */
  entities: readonly EntityClass[];
}

/** Options of the ORM for a database. */
export function ormOptions({ databaseUrl, poolSize, limits, entities }: OrmOptions) {
  const { connection, schema, queueSchema } = databaseSettings(databaseUrl);
  const { host, port, user, password, database } = connection;
  return defineConfig({
    host,
    port,
    user,
    password: password as string | undefined,
    dbName: database,
    entities: [
      AnnouncedExpiration,
      AuditEntry,
      ClockNote,
      DemoPart,
      EncryptionCanary,
      KeyedIssue,
      LimitUse,
      OutboxEvent,
      ProcessLife,
      ...entities,
    ],
    extensions: [Migrator],
    subscribers: [new ChangeCollector()],
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    // The driver's options include TLS and `options`, which the ORM doesn't read from a URL.
    driverOptions: { ...CONNECTION_LIMITS, ...limits, ...connection },
    // Each request forks an entity manager of its own. Using the global one by mistake must fail.
    allowGlobalContext: false,
    ensureDatabase: false,
    forceUtcTimezone: true,
    migrations: {
      ...(schema !== 'public' && { tableName: `${schema}.mikro_orm_migrations` }),
      path: path.join(PROGRAM_ROOT, 'migrations'),
      pathTs: path.join(PROJECT_ROOT, 'src/migrations'),
      snapshotName: 'snapshot',
      glob: '*-migration.{js,ts}',
      // No snapshot while migrating: `migrate()` runs the migrations itself, and the snapshot describes the entities, not the
      // progress of any database.
      snapshotOnMigrate: false,
      emit: 'ts',
      fileName: (timestamp, name) => `${timestamp}-${name ?? 'change'}-migration`,
    },
    // Excludes the queue's schema, which pg-boss manages, and the triggers that make tables append-only, which are written by
    // hand.
    schemaGenerator: {
      ignoreSchema: [queueSchema],
      // Release 0.1.0 deletes from `operator_verification` every hour. Version 0.3.0 drops the table.
      skipTables: [SCHEMA_RELEASE_TABLE, 'operator_verification'],
      ignoreTriggers: true,
      ignoreRoutines: true,
    },
    logger: () => {},
  });
}
