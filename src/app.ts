import type { AnyFeature, ApisOf, FeatureParts } from './feature.ts';
import { FEATURES } from './features.ts';
import { Authentication } from './platform/auth/authenticate.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config/config.ts';
import { collected, type ReadContributions } from './platform/contributions.ts';
import { REPLICA_LIMITS } from './platform/database/database.ts';
import { type OrmOptions, ormOptions } from './platform/database/orm-options.ts';
import { joinPrivileges, PLATFORM_PRIVILEGES, type TablePrivileges } from './platform/database/table-privileges.ts';
import { publishedOnce } from './platform/events/published-event.ts';
import { NodeReads } from './platform/graphql/reads/node-projection.ts';
import { buildGraph } from './platform/graphql/schema/build-graph.ts';
import { NodeResolver } from './platform/graphql/schema/node-resolver.ts';
import { ViewerCredentialResolver, ViewerResolver, viewerRead } from './platform/graphql/schema/viewer.ts';
import { assertKnownDocuments } from './platform/graphql/server/known-documents.ts';
import { inListedOrder } from './platform/http/mount.ts';
import type { StreamLimits } from './platform/http/open-streams.ts';
import type { Logger } from './platform/observability/logger.ts';
import { openPlatform, type ReplicaOrms } from './platform/open-platform.ts';
import type { BuiltPages } from './platform/platform.ts';
import { VERSION } from './platform/program/version.ts';
import { audited, gated } from './platform/upkeep/upkeep.ts';
import type { Service } from './service.ts';

/** ORM options that map the tables of the given features. */
export function databaseOptions(connections: Omit<OrmOptions, 'entities'>, features: readonly AnyFeature[] = FEATURES) {
  return ormOptions({ ...connections, entities: features.flatMap(({ entities }) => entities ?? []) });
}

/** Declared privileges of the service's database account, for the tables of these features and of the platform. */
export function tablePrivilegesOf(features: readonly AnyFeature[] = FEATURES): TablePrivileges {
  return joinPrivileges([PLATFORM_PRIVILEGES, ...features.map(({ tablePrivileges = {} }) => tablePrivileges)]);
}

/**
 * Options of the connections for reading from a replica: half as many as to the primary, because only lists are read there. One
 * more leads to the primary, so that positions can be compared while all others are in use. Null without a replica.
 */
function replicaOrms(
  { databaseDirectUrl, databaseReplicaUrl, databasePoolSize }: Config,
  databaseUrl: string,
  features: readonly AnyFeature[],
): ReplicaOrms | null {
  if (databaseReplicaUrl === null) return null;
  const options = (url: string, poolSize: number) =>
    databaseOptions({ databaseUrl: url, poolSize, limits: REPLICA_LIMITS }, features);
  return {
    replica: options(databaseReplicaUrl, Math.ceil(databasePoolSize / 2)),
    positions: options(databaseDirectUrl ?? databaseUrl, 1),
  };
}

export interface AppOptions<Features extends readonly AnyFeature[]> {
  config: Config;
  /** Connection URL of the external or the embedded database. */
  databaseUrl: string;
  publicUrl: string;
  logger: Logger;
  clock?: Clock;
  features?: Features;
  /** Overrides of the folders with built pages, by name. Default: the folders that the build writes. */
  builtPages?: BuiltPages;
  /** Limits of event streams. Default: the limits used in production. */
  streamLimits?: Partial<StreamLimits>;
}

/** Composes the features in order and collects their parts. Each feature gets the APIs of the features before it. */
export async function compose<const Features extends readonly AnyFeature[] = typeof FEATURES>({
  config,
  databaseUrl,
  publicUrl,
  logger,
  clock = systemClock,
  features = FEATURES as unknown as Features,
  builtPages,
  streamLimits,
}: AppOptions<Features>): Promise<Service<ApisOf<Features>>> {
  const parts: FeatureParts<unknown>[] = [];
  let contributed: ReadContributions | null = null;
  const blobs = () => parts.flatMap(({ blobs }) => blobs ?? []);
  const holdsBytes = async () => (await Promise.all(blobs().map((holder) => holder.isInUse?.()))).includes(true);
  const tablePrivileges = tablePrivilegesOf(features);
  const platform = await openPlatform({
    config,
    publicUrl,
    version: VERSION,
    logger,
    clock,
    databaseUrl,
    directUrl: config.databaseDirectUrl,
    builtPages,
    streamLimits,
    orm: databaseOptions({ databaseUrl, poolSize: config.databasePoolSize }, features),
    replicaOrms: replicaOrms(config, databaseUrl, features),
    tablePrivileges,
    settings: features.flatMap(({ settings }) => settings ?? []),
    whole: {
      probes: () => parts.flatMap(({ probes }) => probes ?? []),
      capabilities: () => parts.flatMap(({ capabilities }) => capabilities ?? []),
      contributed(kind) {
        if (!contributed) throw new Error(`Contributions of ${kind} were read before all features were composed.`);
        return contributed(kind);
      },
      authentication: () => new Authentication(parts.flatMap(({ authenticators }) => authenticators ?? [])),
      blobs,
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
  contributed = collected(parts.map(({ contributions }) => contributions));
  for (const job of parts.flatMap(({ jobs }) => jobs ?? [])) platform.queue.define(job);
  const published = publishedOnce(parts.flatMap((part) => part.published ?? []));
  for (const { listeners = [] } of parts) {
    const all = typeof listeners === 'function' ? listeners(published) : listeners;
    for (const listener of all) platform.relay.listen(listener);
  }

  const finders = Object.assign({}, ...parts.map(({ nodes }) => nodes));
  const nodes = new NodeResolver(finders);
  const nodeReads = new NodeReads(Object.assign({}, ...parts.map(({ nodeReads }) => nodeReads)), finders);
  const viewer = new ViewerResolver(Object.assign({}, ...parts.map(({ viewers }) => viewers)), (ctx, id) =>
    nodes.node(id, ctx),
  );
  const schema = await buildGraph(
    [...parts.flatMap(({ resolvers }) => resolvers ?? []), nodes, viewer, new ViewerCredentialResolver(viewer)],
    platform.audited,
  );
  return {
    platform,
    tablePrivileges,
    apis: apis as ApisOf<Features>,
    schema,
    assertSettingsFit: () => assertKnownDocuments(schema, config.persistedDocuments.known),
    compilable: {
      reads: {
        ...nodeReads.compilable,
        viewer: viewerRead(viewer, nodeReads, Object.assign({}, ...parts.map(({ viewerReads }) => viewerReads))),
        ...Object.assign({}, ...parts.map(({ reads }) => reads)),
      },
      compiledMutations: contributed('compiledMutations'),
    },
    routes: parts.flatMap(({ routes }) => routes ?? []),
    mounts: inListedOrder(parts.flatMap(({ mounts }) => mounts ?? [])),
    website: parts.find(({ website }) => website)?.website,
    adapters: parts.flatMap(({ adapter }) => adapter ?? []),
    published,
    metrics: [...platform.metrics, ...parts.flatMap(({ metrics }) => metrics ?? [])],
    upkeep: audited(gated(Object.assign({}, ...parts.map(({ upkeep }) => upkeep), platform.upkeep), platform.deletion)),
    background: parts.flatMap(({ background }) => background ?? []),
    startChecks: [...platform.startChecks, ...parts.flatMap(({ startChecks }) => startChecks ?? [])],
    diagnoses: parts.flatMap(({ diagnoses }) => diagnoses ?? []),
    warmUps: parts.flatMap(({ warmUp }) => warmUp ?? []),
    atStart: parts.flatMap(({ atStart }) => atStart ?? []),
    blobs: blobs(),
    holdsBytes,
    checks: parts.flatMap(({ checks }) => checks ?? []),
    startupHints: parts.flatMap(({ startupHints = [] }) => (typeof startupHints === 'function' ? [] : startupHints)),
    secretFiles: parts.flatMap(({ secretFiles }) => secretFiles ?? []),
    demos: parts.flatMap(({ demo }, at) => (demo ? [{ ...demo, feature: features[at]!.name }] : [])),
    lateStartupHints: parts.flatMap(({ startupHints }) => (typeof startupHints === 'function' ? startupHints : [])),
    stopWaiting: () => {
      for (const { stopWaiting } of parts) stopWaiting?.();
    },
    closes: parts.flatMap(({ close }) => close ?? []),
  };
}
