import type { GraphQLSchema } from 'graphql';
import type { ApisOf, BackgroundWork, DemoContent, StartupHint, WarmUp, Website } from './feature.ts';
import type { FEATURES } from './features.ts';
import type { StartCheck } from './platform/config/start-check.ts';
import type { Context } from './platform/context.ts';
import type { PublishedEvent } from './platform/events/published-event.ts';
import type { Compilable } from './platform/graphql/reads/compiled-reads.ts';
import type { Mount } from './platform/http/mount.ts';
import type { Platform } from './platform/platform.ts';
import type { BlobHolder } from './platform/storage/bytes-check.ts';
import type { Metric } from './platform/telemetry/metric.ts';
import type { IntegrityCheck } from './platform/upkeep/integrity-check.ts';
import type { UpkeepSteps } from './platform/upkeep/upkeep.ts';
import type { Adapter, Route } from './rest/index.ts';

/** The service put together: everything that is built once and lives as long as the process. */
export interface Service<Apis = ApisOf<typeof FEATURES>> {
  platform: Platform;
  /** What each feature offers, by its name. */
  apis: Apis;
  schema: GraphQLSchema;
  /** What is answered without the executor. */
  compilable: Compilable;
  routes: readonly Route[];
  mounts: readonly Mount[];
  /** Undefined if no feature has one. */
  website?: Website;
  /** Protocols of others over stored operations. */
  adapters: readonly Adapter[];
  /** What the outside may hear of. */
  published: readonly PublishedEvent[];
  metrics: readonly Metric[];
  upkeep: UpkeepSteps;
  background: readonly BackgroundWork[];
  /** Before the database is touched. @throws ConfigError for settings that do not fit the schema. */
  assertSettingsFit(): void;
  startChecks: readonly StartCheck[];
  atStart: readonly (() => Promise<void>)[];
  warmUps: readonly WarmUp[];
  blobs: readonly BlobHolder[];
  /** Whether stored bytes are in use. */
  holdsBytes(): Promise<boolean>;
  checks: readonly IntegrityCheck[];
  startupHints: readonly StartupHint[];
  secretFiles: readonly { title: string; file: string }[];
  /** Example content, by the feature that brings it. */
  demos: readonly (DemoContent & { feature: string })[];
  /** Those that are made anew at each start. */
  lateStartupHints: readonly ((ctx: Context) => Promise<readonly StartupHint[]>)[];
  stopWaiting(): void;
  /** Of the features, in their order: to be called from the last one on. */
  closes: readonly (() => Promise<void>)[];
}
