import path from 'node:path';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import { Asset, AssetTag, PickCursor, Rendition, Tag } from './assets/index.ts';
import { Partner, PartnerToken } from './partners/index.ts';
import { CONNECTION_LIMITS } from './platform/database/database.ts';
import { OutboxEvent } from './platform/events/outbox-event.entity.ts';
import { PROJECT_ROOT } from './platform/project-root.ts';
import { Render } from './renders/index.ts';
import {
  Disclaimer,
  LogCheckpoint,
  LogCosignature,
  LogEntry,
  LogState,
  LogTile,
  LogWitnessPolicy,
  Seal,
  SealKey,
  SealStatusChange,
} from './seals/index.ts';
import { Setting } from './settings/index.ts';

const MIGRATIONS = 'migrations';

/** Everything the ORM has to know, with the entities listed one by one: what is not here does not exist. */
export function ormOptions({ databaseUrl, poolSize }: { databaseUrl: string; poolSize: number }) {
  return defineConfig({
    clientUrl: databaseUrl,
    entities: [
      Asset,
      AssetTag,
      Disclaimer,
      LogCheckpoint,
      LogCosignature,
      LogEntry,
      LogState,
      LogTile,
      LogWitnessPolicy,
      OutboxEvent,
      Partner,
      PartnerToken,
      PickCursor,
      Render,
      Rendition,
      Seal,
      SealKey,
      SealStatusChange,
      Setting,
      Tag,
    ],
    extensions: [Migrator],
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    driverOptions: CONNECTION_LIMITS,
    // A request forks its own; using the global one by mistake should fail loudly.
    allowGlobalContext: false,
    ensureDatabase: false,
    forceUtcTimezone: true,
    migrations: {
      path: path.join(import.meta.dirname, MIGRATIONS),
      pathTs: path.join(PROJECT_ROOT, 'src', MIGRATIONS),
      snapshotName: 'snapshot',
      glob: '*-migration.{js,ts}',
      transactional: true,
      allOrNothing: true,
      emit: 'ts',
      fileName: (timestamp, name) => `${timestamp}-${name ?? 'change'}-migration`,
    },
    // The queue's schema is not ours to compare, and the triggers that keep the log insert-only are written by hand.
    schemaGenerator: { ignoreSchema: ['pgboss'], ignoreTriggers: true, ignoreRoutines: true },
    logger: () => {},
  });
}
