import type { GraphQLSchema } from 'graphql';
import {
  type AnyFeature,
  type ApisOf,
  type BackgroundWork,
  type FeatureParts,
  type Sight,
  type WarmUp,
} from './feature.ts';
import { FEATURES } from './features.ts';
import { Authentication } from './platform/auth/authenticate.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Context } from './platform/context.ts';
import { ormOptions } from './platform/database/orm-options.ts';
import { type PublishedEvent, publishedOnce } from './platform/events/published-event.ts';
import { buildGraph } from './platform/graphql/build-graph.ts';
import type { Compilable } from './platform/graphql/compiled-reads.ts';
import { assertKnownDocuments } from './platform/graphql/known-documents.ts';
import { NodeReads } from './platform/graphql/node-projection.ts';
import { NodeResolver } from './platform/graphql/node-resolver.ts';
import { ViewerCredentialResolver, ViewerResolver, viewerRead } from './platform/graphql/viewer.ts';
import type { Mount } from './platform/http/mount.ts';
import type { StreamLimits } from './platform/http/open-streams.ts';
import type { IntegrityCheck } from './platform/integrity.ts';
import type { Logger } from './platform/observability/logger.ts';
import { openPlatform } from './platform/open-platform.ts';
import type { Showpiece } from './platform/pages/showpiece.ts';
import type { BuiltPages, Platform } from './platform/platform.ts';
import type { StartCheck } from './platform/start-check.ts';
import type { BlobHolder } from './platform/storage/bytes-check.ts';
import type { Metric } from './platform/telemetry/metric.ts';
import { audited, type UpkeepSteps } from './platform/upkeep.ts';
import { VERSION } from './platform/version.ts';
import type { Adapter, Route } from './rest/index.ts';

/** What the ORM has to know of a database with the tables of these features. */
export function databaseOptions(
  { databaseUrl, poolSize }: { databaseUrl: string; poolSize: number },
  features: readonly AnyFeature[] = FEATURES,
) {
  return ormOptions({ databaseUrl, poolSize, entities: features.flatMap(({ entities }) => entities ?? []) });
}

export interface AppOptions<Features extends readonly AnyFeature[]> {
  config: Config;
  /** The given database, or the embedded one's. */
  databaseUrl: string;
  publicUrl: string;
  logger: Logger;
  clock?: Clock;
  features?: Features;
  /** Where pages were built to, if not where the build puts them. */
  builtPages?: BuiltPages;
  /** Left out: what fits a service in use. */
  streamLimits?: Partial<StreamLimits>;
}

/** The service put together: everything that is built once and lives as long as the process. */
export interface House<Apis = ApisOf<typeof FEATURES>> {
  platform: Platform;
  /** What each feature offers, by its name. */
  apis: Apis;
  schema: GraphQLSchema;
  /** What is answered without the executor. */
  compilable: Compilable;
  routes: readonly Route[];
  mounts: readonly Mount[];
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
  sights: readonly Sight[];
  /** Pictures for the first page. */
  showpieces(): Promise<readonly Showpiece[]>;
  secretFiles: readonly { title: string; file: string }[];
  demos: readonly ((ctx: Context) => Promise<readonly Sight[]>)[];
  greets: readonly ((ctx: Context) => Promise<readonly Sight[]>)[];
  stopWaiting(): void;
  /** Of the features, in their order: to be called from the last one on. */
  closes: readonly (() => Promise<void>)[];
}

/** Composes the features in their order, each with what those before it offer, and assembles what they bring. */
export async function compose<const Features extends readonly AnyFeature[] = typeof FEATURES>({
  config,
  databaseUrl,
  publicUrl,
  logger,
  clock = systemClock,
  features = FEATURES as unknown as Features,
  builtPages,
  streamLimits,
}: AppOptions<Features>): Promise<House<ApisOf<Features>>> {
  const parts: FeatureParts<unknown>[] = [];
  const holdsBytes = async () => (await Promise.all(parts.map(({ holdsBytes }) => holdsBytes?.()))).includes(true);
  const platform = await openPlatform({
    config,
    publicUrl,
    version: VERSION,
    logger,
    clock,
    databaseUrl,
    builtPages,
    streamLimits,
    orm: databaseOptions({ databaseUrl, poolSize: config.databasePoolSize }, features),
    settings: features.flatMap(({ settings }) => settings ?? []),
    whole: {
      probes: () => parts.flatMap(({ probes }) => probes ?? []),
      facilities: () => parts.flatMap(({ facilities }) => facilities ?? []),
      authentication: () => new Authentication(parts.flatMap(({ authenticators }) => authenticators ?? [])),
      blobs: () => parts.flatMap(({ blobs }) => blobs ?? []),
      encryptedSamples: (em) =>
        Promise.all(parts.map(async ({ encryptedSample }) => (await encryptedSample?.(em)) ?? null)),
      holdsBytes,
    },
  });
  const apis: Record<string, unknown> = {};
  for (const feature of features) {
    const part = await feature.compose(platform, apis);
    parts.push(part);
    apis[feature.name] = part.api;
  }
  for (const job of parts.flatMap(({ jobs }) => jobs ?? [])) platform.queue.define(job);
  const published = publishedOnce(parts.flatMap((part) => part.published ?? []));
  for (const { listeners = [], tellsOutside } of parts) {
    for (const listener of [...listeners, ...(tellsOutside?.(published) ?? [])]) platform.relay.listen(listener);
  }

  const finders = Object.assign({}, ...parts.map(({ nodes }) => nodes));
  const nodes = new NodeResolver(finders);
  const nodeReads = new NodeReads(Object.assign({}, ...parts.map(({ nodeReads }) => nodeReads)), finders);
  const viewer = new ViewerResolver(Object.assign({}, ...parts.map(({ viewers }) => viewers)), (ctx, id) =>
    nodes.node(id, ctx),
  );
  const schema = await buildGraph(
    [...parts.flatMap(({ resolvers }) => resolvers ?? []), ...[nodes, viewer, new ViewerCredentialResolver(viewer)]],
    platform.audited,
  );
  return {
    platform,
    apis: apis as ApisOf<Features>,
    schema,
    assertSettingsFit: () => assertKnownDocuments(schema, config.persistedDocuments.known),
    compilable: {
      reads: {
        ...nodeReads.compilable,
        viewer: viewerRead(viewer, nodeReads, Object.assign({}, ...parts.map(({ viewerReads }) => viewerReads))),
        ...Object.assign({}, ...parts.map(({ reads }) => reads)),
      },
      deeds: Object.assign({}, ...parts.map(({ deeds }) => deeds)),
    },
    routes: parts.flatMap(({ routes }) => routes ?? []),
    mounts: parts.flatMap(({ mounts }) => mounts ?? []),
    adapters: parts.flatMap(({ adapter }) => adapter ?? []),
    published,
    metrics: [...platform.metrics, ...parts.flatMap(({ metrics }) => metrics ?? [])],
    upkeep: audited(Object.assign({}, ...parts.map(({ upkeep }) => upkeep), platform.upkeep)),
    background: parts.flatMap(({ background }) => background ?? []),
    startChecks: [...platform.startChecks, ...parts.flatMap(({ startChecks }) => startChecks ?? [])],
    warmUps: parts.flatMap(({ warmUp }) => warmUp ?? []),
    atStart: parts.flatMap(({ atStart }) => atStart ?? []),
    blobs: parts.flatMap(({ blobs }) => blobs ?? []),
    holdsBytes,
    checks: parts.flatMap(({ checks }) => checks ?? []),
    sights: parts.flatMap(({ sights }) => sights ?? []),
    showpieces: async () => (await Promise.all(parts.map(({ showpieces }) => showpieces?.() ?? []))).flat(),
    secretFiles: parts.flatMap(({ secretFiles }) => secretFiles ?? []),
    demos: parts.flatMap(({ demo }) => demo ?? []),
    greets: parts.flatMap(({ greets }) => greets ?? []),
    stopWaiting: () => {
      for (const { stopWaiting } of parts) stopWaiting?.();
    },
    closes: parts.flatMap(({ close }) => close ?? []),
  };
}
