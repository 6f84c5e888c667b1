import path from 'node:path';
import type { EntityManager, Options } from '@mikro-orm/postgresql';
import { AuditedMutations } from './audit/audited-mutation.ts';
import type { Authentication } from './auth/authenticate.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { AnySetting } from './config/settings.ts';
import type { ReadContributions } from './contributions.ts';
import { AccountPowers } from './database/account-powers.ts';
import { agreedTime } from './database/agreed-time.ts';
import { Database } from './database/database.ts';
import { findPooler } from './database/pooler.ts';
import { ReadReplica } from './database/read-replica.ts';
import { RecentWriters, writersChannel } from './database/recent-writers.ts';
import { sessionUrlOf } from './database/single-connection.ts';
import type { TablePrivileges } from './database/table-privileges.ts';
import { DeletionGate } from './deletion/deletion-gate.ts';
import { type EncryptedSample, encryptionCheck } from './encryption/encryption-canary.ts';
import { EnvelopeEncryption } from './encryption/envelope-encryption.ts';
import { keyedDigest } from './encryption/keyed-digest.ts';
import { OutboxRelay } from './events/outbox-relay.ts';
import type { ServiceCapability } from './health/capability.ts';
import { platformCapabilities } from './health/platform-capabilities.ts';
import type { Probe } from './health/probe.ts';
import { FairTurns } from './http/fair-turns.ts';
import { OpenStreams, type StreamLimits } from './http/open-streams.ts';
import { proxyConfig } from './http/proxies.config.ts';
import { RequestMemory } from './http/request-memory.ts';
import { deleteOldKeyedIssues } from './idempotency/keyed-issue.sql.ts';
import { JobQueue } from './jobs/job-queue.ts';
import { DatabaseCounter } from './limits/database-counter.ts';
import { Limits } from './limits/limits.ts';
import { ProcessCounter } from './limits/process-counter.ts';
import { Live } from './live/live.ts';
import { ProcessLives } from './liveness/process-lives.ts';
import type { Logger } from './observability/logger.ts';
import type { BuiltPages, Platform } from './platform.ts';
import { PROJECT_ROOT } from './program/project-root.ts';
import { StorageFull } from './storage/blob-store.ts';
import { type BlobHolder, checkByteSample } from './storage/bytes-check.ts';
import { CheckedBlobs } from './storage/checked-blobs.ts';
import { openBlobStore } from './storage/open-blob-store.ts';
import { countBlobFaults } from './telemetry/blob-telemetry.ts';
import { measureJobs } from './telemetry/job-telemetry.ts';
import { platformMetrics } from './telemetry/platform-metrics.ts';
import { telemetryConfig } from './telemetry/telemetry.config.ts';
import { Telemetry } from './telemetry/telemetry.ts';
import { deleting, unaudited } from './upkeep/upkeep.ts';

/** Options of the connections for reading from a replica. */
export interface ReplicaOrms {
  replica: Options;
  /** Connection to the primary that reads its position. */
  positions: Options;
}

export interface PlatformOptions {
  config: Config;
  publicUrl: string;
  /** Version of the service, for telemetry. */
  version: string;
  logger: Logger;
  clock: Clock;
  databaseUrl: string;
  /** URL of the same database without a connection pooler. Null if `databaseUrl` leads to the database server itself. */
  directUrl: string | null;
  orm: Options;
  /** Null without a read replica. */
  replicaOrms: ReplicaOrms | null;
  /** Declared privileges of the service's database account. */
  tablePrivileges: TablePrivileges;
  settings: readonly AnySetting[];
  /** Overrides of the folders with built pages, by name. */
  builtPages?: BuiltPages;
  streamLimits?: Partial<StreamLimits>;
  /** Functions that return data of all features. They are called only after every feature is composed. */
  whole: {
    probes(): Probe[];
    capabilities(): ServiceCapability[];
    contributed: ReadContributions;
    authentication(): Authentication;
    blobs(): BlobHolder[];
    holdsBytes(): Promise<boolean>;
    encryptedSamples(em: EntityManager): Promise<(EncryptedSample | null)[]>;
  };
}

const OWN_NOTES = 'These are internal records of the service.';
/** Days for which dispatched events are kept: long enough to investigate a failed event after a weekend. */
const KEEP_EVENTS_DAYS = 7;
/**
 * Maximum bytes that requests of anonymous callers hold at once: 20 of the largest texts they can seal, or about 10,000 ordinary
 * ones.
 */
const MAX_HELD_BYTES = 64_000_000;
/** Age in milliseconds above which a temporary file belongs to no running upload. */
const STAGE_FILE_MS = 24 * 3600_000;

/** Creates the connections to the read replica, without connecting. */
async function openReplica(
  { config, logger }: PlatformOptions,
  orms: ReplicaOrms,
  primary: Database,
): Promise<ReadReplica> {
  return new ReadReplica({
    primary,
    positions: await Database.open(orms.positions),
    replica: await Database.open(orms.replica, { isReplica: true }),
    findPooler: () => findPooler({ url: config.databaseReplicaUrl!, setting: 'DATABASE_REPLICA_URL' }),
    writers: new RecentWriters(primary, logger),
    logger,
  });
}

/** Creates the platform without connecting to anything. A missing dependency is noticed at its first use. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { config, settings, publicUrl, version, logger, clock, databaseUrl, directUrl, whole } = options;
  const telemetry = await Telemetry.open(config.of(telemetryConfig), version, {
    logger,
    proxies: config.of(proxyConfig),
  });
  const database = await Database.open(options.orm);
  const base = { database, logger, clock };
  const store = openBlobStore(config.storage, { wasUsed: whole.holdsBytes, proxies: config.of(proxyConfig) });
  const lives = new ProcessLives(database, logger);
  const queue = new JobQueue(
    { databaseUrl, directUrl, poolSize: config.databasePoolSize, isMaintainer: () => lives.isFirst },
    base,
    measureJobs(telemetry),
  );
  const replica = options.replicaOrms && (await openReplica(options, options.replicaOrms, database));
  database.replica = replica;
  const live = new Live(directUrl ?? databaseUrl, logger, replica ? [writersChannel(replica.writers)] : []);
  const relay = new OutboxRelay(base, queue, live);
  const limits = new Limits(
    { BY_ALL: new DatabaseCounter(database), BY_PROCESS: new ProcessCounter() },
    keyedDigest(config.encryptionKey, 'limits'),
  );
  const streams = new OpenStreams(options.streamLimits);
  const deletion = new DeletionGate(base);
  const encryption = new EnvelopeEncryption(config.encryptionKey);
  const powers = new AccountPowers(database, options.tablePrivileges);
  let authentication: Authentication | undefined;
  return {
    ...base,
    config,
    settings,
    publicUrl,
    sessionUrl: sessionUrlOf({ databaseUrl, directUrl }),
    store,
    blobHolders: () => whole.blobs(),
    blobs: new CheckedBlobs(store, logger, countBlobFaults(telemetry)),
    queue,
    live,
    lives,
    relay,
    limits,
    deletion,
    audited: new AuditedMutations(limits),
    encryption,
    streams,
    heldBytes: new RequestMemory(MAX_HELD_BYTES),
    turns: new FairTurns(),
    builtPages: (name) => options.builtPages?.[name] ?? path.join(PROJECT_ROOT, 'dist/web', name),
    availability: { isAccepting: false },
    startChecks: [
      encryptionCheck({
        database,
        encryption,
        source: config.encryptionKeySource,
        samples: () => whole.encryptedSamples(database.orm.em.fork()),
      }),
    ],
    telemetry,
    metrics: platformMetrics({ database, replica, powers, queue, relay, live, streams, store }),
    upkeep: {
      'clock comparison': unaudited('It changes nothing. A difference is a warning in the server log.', async () => {
        await agreedTime(base);
        return 0;
      }),
      'dispatched events': deleting(unaudited(OWN_NOTES, (ctx) => relay.forgetDispatched(ctx, KEEP_EVENTS_DAYS))),
      'finished jobs': deleting(unaudited(OWN_NOTES, () => queue.deleteOld())),
      'expired limit counts': deleting(unaudited(OWN_NOTES, () => limits.forgetEnded())),
      'expired idempotency keys': deleting(unaudited(OWN_NOTES, ({ em }) => deleteOldKeyedIssues(em))),
      'files of interrupted uploads': deleting(
        unaudited('These are parts of uploads that were never finished.', () => store.sweepStaging(STAGE_FILE_MS)),
      ),
      // This step is last, because it can take a long time.
      // Providers of buckets check their disks themselves, and charge for each byte that leaves them.
      'missing or damaged bytes': (ctx) =>
        checkByteSample(ctx, { store, holders: whole.blobs(), hashes: 'folder' in config.storage }),
    },
    contributed: whole.contributed,
    get probes() {
      return [
        { name: 'database', required: true, probe: () => database.probe() },
        {
          name: 'storage',
          required: true,
          leavesReads: (error: unknown) => error instanceof StorageFull,
          probe: () => store.probe(),
        },
        {
          name: 'clock',
          required: false,
          isKnown: () => database.hasConnection,
          probe: async () => void (await agreedTime(base)),
        },
        {
          name: 'privileges',
          required: false,
          isKnown: () => database.hasConnection,
          isLoggedElsewhere: true,
          probe: () => powers.probe(),
        },
        {
          name: 'deletion',
          required: false,
          isKnown: () => database.hasConnection,
          isLoggedElsewhere: true,
          probe: () => deletion.probe(),
        },
        ...(replica
          ? [{ name: 'replica', required: false, isLoggedElsewhere: true, probe: () => replica.probe() }]
          : []),
        { name: 'queue', required: true, leavesReads: () => true, probe: () => queue.probe() },
        ...whole.probes().sort((a, b) => (a.name < b.name ? -1 : 1)),
      ];
    },
    get capabilities() {
      return [...platformCapabilities(config, publicUrl, powers), ...whole.capabilities()];
    },
    get authentication() {
      authentication ??= whole.authentication();
      return authentication;
    },
  };
}
