import type { GraphQLSchema } from 'graphql';
import type { ApisOf, BackgroundWork, DemoContent, StartupHint, WarmUp, Website } from './feature.ts';
import type { FEATURES } from './features.ts';
import type { StartCheck } from './platform/config/start-check.ts';
import type { Context } from './platform/context.ts';
import type { TablePrivileges } from './platform/database/table-privileges.ts';
import type { PublishedEvent } from './platform/events/published-event.ts';
import type { Compilable } from './platform/graphql/reads/compiled-reads.ts';
import type { Diagnosis } from './platform/health/diagnosis.ts';
import type { Mount } from './platform/http/mount.ts';
import type { Platform } from './platform/platform.ts';
import type { BlobHolder } from './platform/storage/bytes-check.ts';
import type { Metric } from './platform/telemetry/metric.ts';
import type { IntegrityCheck } from './platform/upkeep/integrity-check.ts';
import type { UpkeepSteps } from './platform/upkeep/upkeep.ts';
import type { Adapter, Route } from './rest/index.ts';

/** The composed service: everything that is created once and lives as long as the process. */
export interface Service<Apis = ApisOf<typeof FEATURES>> {
  platform: Platform;
  /** Declared privileges of the service's database account. */
  tablePrivileges: TablePrivileges;
  /** APIs of the features by name. */
  apis: Apis;
  schema: GraphQLSchema;
  /** Fields of queries and mutations that can be answered without the GraphQL executor. */
  compilable: Compilable;
  routes: readonly Route[];
  mounts: readonly Mount[];
  /** The website. Undefined if no feature has one. */
  website?: Website;
  /** Other protocols, such as MCP, that run stored operations. */
  adapters: readonly Adapter[];
  /** Events that webhooks can deliver. */
  published: readonly PublishedEvent[];
  metrics: readonly Metric[];
  upkeep: UpkeepSteps;
  background: readonly BackgroundWork[];
  /** Compares the settings with the GraphQL schema. Called before the database is used. @throws ConfigError */
  assertSettingsFit(): void;
  startChecks: readonly StartCheck[];
  diagnoses: readonly Diagnosis[];
  atStart: readonly (() => Promise<void>)[];
  warmUps: readonly WarmUp[];
  blobs: readonly BlobHolder[];
  /** True if any row refers to stored bytes. */
  holdsBytes(): Promise<boolean>;
  checks: readonly IntegrityCheck[];
  startupHints: readonly StartupHint[];
  secretFiles: readonly { title: string; file: string }[];
  /** Example content of the features. */
  demos: readonly (DemoContent & { feature: string })[];
  /** Functions that return startup hints. Called at each start, once the database is connected. */
  lateStartupHints: readonly ((ctx: Context) => Promise<readonly StartupHint[]>)[];
  stopWaiting(): void;
  /** Functions that release resources, in the order of the features. Call them from the last to the first. */
  closes: readonly (() => Promise<void>)[];
}
