import type { AssetsApi } from '../assets/index.ts';
import type { DocumentsApi } from '../documents/index.ts';
import { defineFeature, type FeatureParts } from '../feature.ts';
import { sealStep, type VerifiedRuns } from '../gateway/index.ts';
import { type LogApi, VerifiedStamps } from '../log/index.ts';
import type { Context } from '../platform/context.ts';
import { SharedRead } from '../platform/database/shared-read.ts';
import { updateOf } from '../platform/database/table-privileges.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';
import { unaudited } from '../platform/upkeep/upkeep.ts';
import type { RenderFollowUp, RendersApi } from '../renders/index.ts';
import type { SettingsApi } from '../settings/index.ts';
import { AssetSealResolver } from './asset-seal.resolver.ts';
import { BuiltVerifier } from './built-verifier.ts';
import { CitationFileResolver, DocumentSealResolver, ReportSealResolver } from './citations/document-seal.resolver.ts';
import { reportSealer } from './citations/report-sealer.ts';
import { Disclaimer } from './disclaimer.entity.ts';
import { DisclaimerResolver } from './disclaimer.resolver.ts';
import { DisclaimerService } from './disclaimer.service.ts';
import { trustOf, trustPages } from './pages/trust-pages.ts';
import { verifyPages } from './pages/verify-pages.ts';
import { PictureOrigin } from './picture-origin.ts';
import { sealVerifier } from './published-verifiers.ts';
import { notePurge } from './purged-pictures.ts';
import { RenderSealResolver } from './render-seal.resolver.ts';
import {
  RanTaskSealResolver,
  RunSealResolver,
  type RunSealResolverOptions,
  SealRunResolver,
  TaskOutcomeSealResolver,
} from './run-seal.resolver.ts';
import { RunSealer } from './run-sealer.ts';
import { sealCapabilities } from './seal.capabilities.ts';
import { Seal } from './seal.entity.ts';
import { SealLimits } from './seal.limits.ts';
import { newestSealOfAsset, newestSealOfRun, statusesOfSeal } from './seal.loaders.ts';
import { sealNames } from './seal.names.ts';
import { publishedOfSeals } from './seal.published.ts';
import { sealReads } from './seal.reads.ts';
import { SealResolver } from './seal.resolver.ts';
import { sealRoutes } from './seal.routes.ts';
import { SealService } from './seal.service.ts';
import { keptBytesPerHour, sealRenders, sealsPerDay, sealsPerMinute } from './seal.settings.ts';
import { findRetained } from './seal.sql.ts';
import { sealRequests } from './seal.warm-up.ts';
import { sealAwaiter } from './seal-awaiter.ts';
import { SealEvidenceResolver } from './seal-evidence.resolver.ts';
import { sealRenderedAssets } from './seal-rendered-assets.ts';
import { SealStatusChange } from './seal-status.entity.ts';
import { SealStatusActorResolver, SealStatusResolver } from './seal-status.resolver.ts';
import { SealStatusService } from './seal-status.service.ts';
import { SealingRequests } from './sealing-request.ts';
import { sealsCheck } from './seals-check.ts';
import { StandingStatements } from './standing-statements.ts';
import { requestTimeStamps, timeStampJob } from './time-stamp.job.ts';

/** Part of the gateway's API that this feature uses. */
interface SealedGateway {
  findRun: RunSealResolverOptions['findRun'];
  verifiedRuns: VerifiedRuns;
}

/** API of this feature for other features. */
export interface SealsApi {
  service: SealService;
  /** The newest seal of an asset's bytes. Null if it isn't sealed. */
  sealOfAsset(ctx: Context, assetId: string): Promise<Seal | null>;
  /** The newest seal of a run's output text. Null if it isn't sealed. */
  sealOfRun(ctx: Context, runId: string): Promise<Seal | null>;
  /** True if the asset's bytes are sealed and their newest seal isn't revoked. */
  isAssetSealed(ctx: Context, assetId: string): Promise<boolean>;
  /** True if the run's output text is sealed and its newest seal isn't revoked. */
  isRunSealed(ctx: Context, runId: string): Promise<boolean>;
  /** Seals the current build of the verifier. Returns the number of new seals: 1 or 0. */
  sealVerifier: NonNullable<FeatureParts<unknown>['upkeep']>[string];
}

interface SealsDependencies {
  assets: AssetsApi;
  documents: DocumentsApi;
  gateway: SealedGateway;
  log: LogApi;
  renders: RendersApi;
  settings: SettingsApi;
}

/** Feature for seals: signed statements about exact bytes, in a log that anyone can audit. */
export const seals = defineFeature({
  name: 'seals',
  enveloped: [{ table: 'seal', column: 'retained', context: 'id' }],
  names: sealNames,
  entities: [Disclaimer, Seal, SealStatusChange],
  tablePrivileges: {
    disclaimer: ['INSERT'],
    seal: [
      'INSERT',
      updateOf('status', 'superseded_by', 'time_stamp', 'asset_id', 'bytes_purged_at'),
      // The owner of a seal can erase it. Its log entry stays.
      'DELETE',
    ],
    seal_status: ['INSERT'],
  },
  settings: [sealRenders, sealsPerMinute, sealsPerDay, keptBytesPerHour],
  compose(
    platform,
    { assets, documents, gateway, log: { log, signer, keys, authority }, renders, settings }: SealsDependencies,
  ): FeatureParts<SealsApi> {
    const { clock, database, encryption, live, logger, publicUrl, queue } = platform;
    const { findRun, verifiedRuns } = gateway;
    const disclaimers = new DisclaimerService(database);
    const statuses = new SealStatusService({ signer, log, publicUrl });
    const service = new SealService({
      requests: new SealingRequests(platform.config.encryptionKey),
      signer,
      keys,
      log,
      disclaimers,
      statuses,
      encryption,
      publicUrl,
      pictureOrigin: new PictureOrigin({
        runsBehind: (ctx, sha256) => renders.service.runsBehind(ctx, sha256),
        verifiedRuns,
      }),
      timeStamps: { areGiven: () => authority.stamps(), request: requestTimeStamps(queue) },
    });
    const verifier = new BuiltVerifier(platform.builtPages('verifier'));
    const authorities = () => authority.trusted();
    // Every page of a seal contains these public keys, and they rarely change, so concurrent requests share one read.
    const trusted = new SharedRead(() => trustOf(database.orm.em.fork(), { log, keys, authorities }));
    const trust = () => trusted.get();
    const stamps = new VerifiedStamps();

    const awaitSeal = sealAwaiter(database, live);
    const sealOfRendered: RenderFollowUp = async (assetId, signal) => {
      if (await settings.value(sealRenders)) await awaitSeal(assetId, signal);
    };

    const limits = new SealLimits(platform.limits, settings);
    const runSeals = new RunSealResolver({ seals: service, limits, findRun, verifiedRuns });
    const reads = sealReads(publicUrl, assets.reads.projection, renders.reads.projection);
    const resolver = new SealResolver(service, assets.reads, { pages: reads.pages, limits, publicUrl });
    const disclaimerResolver = new DisclaimerResolver(disclaimers);
    const sealOfAsset: SealsApi['sealOfAsset'] = (ctx, assetId) => ctx.loader(newestSealOfAsset).load(assetId);
    const sealOfRun: SealsApi['sealOfRun'] = (ctx, runId) => ctx.loader(newestSealOfRun).load(runId);
    const api: SealsApi = {
      service,
      sealOfAsset,
      sealOfRun,
      isAssetSealed: async (ctx, assetId) => isGood(ctx, await sealOfAsset(ctx, assetId)),
      isRunSealed: async (ctx, runId) => isGood(ctx, await sealOfRun(ctx, runId)),
      sealVerifier: (ctx) => sealVerifier(ctx, service, verifier),
    };
    return {
      api,
      contributions: {
        runSteps: { seal: sealStep(new RunSealer({ seals: service, limits, verifiedRuns, publicUrl })) },
        reportSealers: { seals: reportSealer({ seals: service, limits }) },
        renderFollowUps: { seals: sealOfRendered },
        pictureErasures: { seals: notePurge },
      },
      resolvers: [
        resolver,
        new AssetSealResolver(),
        new RenderSealResolver(),
        runSeals,
        new RanTaskSealResolver(),
        new TaskOutcomeSealResolver(),
        new SealRunResolver(findRun),
        new DocumentSealResolver({ seals: service, limits }),
        new CitationFileResolver(findRun),
        new ReportSealResolver(),
        disclaimerResolver,
        new SealStatusResolver(statuses, limits),
        new SealStatusActorResolver(),
        new SealEvidenceResolver({ log, trust, stamps }),
      ],
      nodes: {
        seal: (ctx, id) => resolver.seal(id, ctx),
        disclaimer: entityFinder(Disclaimer),
      },
      published: publishedOfSeals,
      nodeReads: reads.nodes,
      reads: reads.compilable,
      routes: sealRoutes,
      mounts: [
        ...verifyPages({
          database,
          documents,
          log,
          media: assets.media,
          standings: new StandingStatements({ signer, keys, log, database, clock, publicUrl, logger }),
          trust,
          verifier,
          stamps,
          clock,
          publicUrl,
        }),
        ...trustPages({ log, signer, trust }),
      ],
      jobs: [timeStampJob(authority)],
      listeners: [sealRenderedAssets(service, () => settings.value(sealRenders))],
      capabilities: sealCapabilities(settings),
      checks: [sealsCheck],
      upkeep: {
        'verifier in the log': unaudited('An entry of the transparency log records it.', api.sealVerifier),
      },
      encryptedSample: findRetained,
      warmUp: { requests: sealRequests },
    };
  },
});

async function isGood(ctx: Context, seal: Seal | null): Promise<boolean> {
  if (!seal) return false;
  const changes = await ctx.loader(statusesOfSeal).load(seal.id);
  return changes.every(({ status }) => status !== 'REVOKED');
}
