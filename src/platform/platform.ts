import type { AuditedMutations } from './audit/audited-mutation.ts';
import type { Authentication } from './auth/authenticate.ts';
import type { Config } from './config/config.ts';
import type { AnySetting } from './config/settings.ts';
import type { StartCheck } from './config/start-check.ts';
import type { ContextBase } from './context.ts';
import type { Contributed } from './contributions.ts';
import type { DeletionGate } from './deletion/deletion-gate.ts';
import type { EnvelopeEncryption } from './encryption/envelope-encryption.ts';
import type { OutboxRelay } from './events/outbox-relay.ts';
import type { Capability } from './health/capability.ts';
import type { Probe } from './health/probe.ts';
import type { FairTurns } from './http/fair-turns.ts';
import type { OpenStreams } from './http/open-streams.ts';
import type { RequestMemory } from './http/request-memory.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Limits } from './limits/limits.ts';
import type { Live } from './live/live.ts';
import type { ProcessLives } from './liveness/process-lives.ts';
import type { BlobStore } from './storage/blob-store.ts';
import type { CheckedBlobs } from './storage/checked-blobs.ts';
import type { Metric } from './telemetry/metric.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import type { UpkeepSteps } from './upkeep/upkeep.ts';

/** What every feature is built on, and lives as long as the process. */
export interface Platform extends ContextBase {
  readonly config: Config;
  /** Those that every feature declares. */
  readonly settings: readonly AnySetting[];
  /** Links are built from this and from nothing else: a `Host` header must never reach one. */
  readonly publicUrl: string;
  readonly store: BlobStore;
  /** The same, for who serves what is in it. */
  readonly blobs: CheckedBlobs;
  readonly queue: JobQueue;
  readonly live: Live;
  /** Which processes live. */
  readonly lives: ProcessLives;
  readonly relay: OutboxRelay;
  readonly limits: Limits;
  /** Asked before anything is deleted or erased because of its age. */
  readonly deletion: DeletionGate;
  readonly audited: AuditedMutations;
  readonly encryption: EnvelopeEncryption;
  readonly streams: OpenStreams;
  /** What is held of requests that strangers send. */
  readonly heldBytes: RequestMemory;
  /** In which strangers begin what is heavy. */
  readonly turns: FairTurns;
  /** The folder that pages of this name were built to. */
  builtPages(name: keyof BuiltPages): string;
  readonly availability: Availability;
  /** The platform's own; each feature has more. */
  readonly startChecks: readonly StartCheck[];
  readonly telemetry: Telemetry;
  /** The platform's own; each feature has more. */
  readonly metrics: readonly Metric[];
  /** The platform's own; each feature has more. */
  readonly upkeep: UpkeepSteps;
  /** Those of the platform and of every feature: complete once the last one is composed, so to be asked when needed. */
  readonly probes: readonly Probe[];
  /** Likewise. */
  readonly capabilities: readonly Capability[];
  /** Contributions of all features of one kind. @throws before the last one is composed */
  readonly contributed: Contributed;
  /** By what every feature brings: not to be asked before the last one is composed. */
  readonly authentication: Authentication;
}

/** Where pages were built to, by name, if not where the build puts them. */
export type BuiltPages = Partial<
  Record<'fonts' | 'graphiql' | 'rest-docs' | 'sanctuary' | 'verifier' | 'admin', string>
>;

/** Whether new work is welcome: the start is over and the stop has not begun. */
export interface Availability {
  isAccepting: boolean;
}
