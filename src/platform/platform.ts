import type { AuditedMutations } from './audit/audited-mutation.ts';
import type { Authentication } from './auth/authenticate.ts';
import type { Config } from './config/config.ts';
import type { AnySetting } from './config/settings.ts';
import type { StartCheck } from './config/start-check.ts';
import type { ContextBase } from './context.ts';
import type { ReadContributions } from './contributions.ts';
import type { NamedUrl } from './database/single-connection.ts';
import type { DeletionGate } from './deletion/deletion-gate.ts';
import type { EnvelopeEncryption } from './encryption/envelope-encryption.ts';
import type { OutboxRelay } from './events/outbox-relay.ts';
import type { ServiceCapability } from './health/capability.ts';
import type { Probe } from './health/probe.ts';
import type { FairTurns } from './http/fair-turns.ts';
import type { OpenStreams } from './http/open-streams.ts';
import type { RequestMemory } from './http/request-memory.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Limits } from './limits/limits.ts';
import type { Live } from './live/live.ts';
import type { ProcessLives } from './liveness/process-lives.ts';
import type { BlobStore } from './storage/blob-store.ts';
import type { BlobHolder } from './storage/bytes-check.ts';
import type { CheckedBlobs } from './storage/checked-blobs.ts';
import type { Metric } from './telemetry/metric.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import type { UpkeepSteps } from './upkeep/upkeep.ts';

/** Services that every feature uses. Lives as long as the process. */
export interface Platform extends ContextBase {
  readonly config: Config;
  /** Settings of all features. */
  readonly settings: readonly AnySetting[];
  /** Base URL of all links to the service. The `Host` header of a request must never be used for links. */
  readonly publicUrl: string;
  /**
   * URL of the database server, without a connection pooler, and with the password of the account that the service works with. For
   * connections that need a session of their own.
   */
  readonly sessionUrl: NamedUrl;
  readonly store: BlobStore;
  /** Lists the stored bytes that rows refer to, of all features. Complete only after composition. */
  blobHolders(): readonly BlobHolder[];
  /** Reads blobs and verifies their bytes first, for code that serves them. */
  readonly blobs: CheckedBlobs;
  readonly queue: JobQueue;
  readonly live: Live;
  /** Heartbeats of the service's processes, by which dead processes are detected. */
  readonly lives: ProcessLives;
  readonly relay: OutboxRelay;
  readonly limits: Limits;
  /** Decides whether data may be deleted or erased because of its age. Every such deletion must ask this gate. */
  readonly deletion: DeletionGate;
  readonly audited: AuditedMutations;
  readonly encryption: EnvelopeEncryption;
  readonly streams: OpenStreams;
  /** Limits the memory that requests of anonymous callers use. */
  readonly heldBytes: RequestMemory;
  /** Queue in which expensive work of anonymous callers takes turns. */
  readonly turns: FairTurns;
  /** Folder of the built pages with this name. */
  builtPages(name: keyof BuiltPages): string;
  readonly availability: Availability;
  /** Start checks of the platform. Features can add more. */
  readonly startChecks: readonly StartCheck[];
  readonly telemetry: Telemetry;
  /** Metrics of the platform. Features can add more. */
  readonly metrics: readonly Metric[];
  /** Upkeep steps of the platform. Features can add more. */
  readonly upkeep: UpkeepSteps;
  /** Probes of the platform and all features. Complete only after composition. */
  readonly probes: readonly Probe[];
  /** Capabilities of the platform and all features. Complete only after composition. */
  readonly capabilities: readonly ServiceCapability[];
  /** Contributions of all features of one kind. @throws before composition ends */
  readonly contributed: ReadContributions;
  /** Authentication with the authenticators of all features. Available only after composition. */
  readonly authentication: Authentication;
}

/** Overrides of the folders with built pages, by name. */
export type BuiltPages = Partial<
  Record<'fonts' | 'graphiql' | 'rest-docs' | 'sanctuary' | 'verifier' | 'admin', string>
>;

/** Says whether the process accepts new work: `isAccepting` is true between its start and its stop. */
export interface Availability {
  isAccepting: boolean;
}
