import type { AssetsApi } from '../assets/index.ts';
import type { ChainApi } from '../chain/index.ts';
import { defineFeature, type FeatureParts } from '../feature.ts';
import type { SealsOutputs } from '../gateway/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Context } from '../platform/context.ts';
import { SharedRead } from '../platform/database/shared-read.ts';
import { entityFinder } from '../platform/graphql/loaded-nodes.ts';
import { GuardedAddresses } from '../platform/http/guarded-addresses.ts';
import type { Platform } from '../platform/platform.ts';
import { unaudited } from '../platform/upkeep.ts';
import type { RendersApi } from '../renders/index.ts';
import type { SettingsApi } from '../settings/index.ts';
import { AssetSealResolver } from './asset-seal.resolver.ts';
import { BuiltVerifier } from './built-verifier.ts';
import { ChainAnchorRow } from '../chain/chain-anchor.entity.ts';
import { anchorMinutes, ChainEntryAnchorResolver, chainAnchoring } from '../chain/anchoring.ts';
import { ChainAnchors } from '../chain/anchors.ts';
import { decisionExportMount } from '../approvals/decisions/decision-export.ts';
import { decisionRecords } from '../approvals/decisions/decision-record.ts';
import { DecisionSealRow } from '../approvals/decisions/decision-seal.entity.ts';
import { ApprovalDecisionSealResolver, DecisionSealResolver } from '../approvals/decisions/decision-seal.resolver.ts';
import { DecisionSealer } from '../approvals/decisions/decision-sealer.ts';
import { decisionsCheck } from '../approvals/decisions/decisions-check.ts';
import { Disclaimer } from './disclaimer.entity.ts';
import { DisclaimerResolver } from './disclaimer.resolver.ts';
import { DisclaimerService } from './disclaimer.service.ts';
import { logKeyCheck, retainedSample, sealKeyCheck } from '../log/keys/key-checks.ts';
import { SealKey } from '../log/keys/seal-key.entity.ts';
import { SealKeys } from '../log/keys/seal-keys.ts';
import { LocalSigner } from '../log/keys/signer.ts';
import { assertBegun } from '../log/keys/validity.ts';
import { Cosigner } from '../log/cosigner.ts';
import { LogCheckpoint, LogCosignature, LogEntry, LogState, LogTile, LogWitnessPolicy } from '../log/log.entity.ts';
import { logCheck } from '../log/log-check.ts';
import { LocalCheckpointSigner } from '../log/log-key.ts';
import { logMetrics } from '../log/log-metrics.ts';
import { logPages } from '../log/log-pages.ts';
import { LogStatusResolver } from '../log/log-status.resolver.ts';
import { TransparencyLog, type TransparencyLogOptions } from '../log/transparency-log.ts';
import { trustOf, trustPages } from './pages/trust-pages.ts';
import { verifyPages } from './pages/verify-pages.ts';
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
import { type SealsConfig, sealsConfig, TSA_ALLOWED_HOSTS } from '../log/log.config.ts';
import { Seal } from './seal.entity.ts';
import { sealFacilities } from './seal.facilities.ts';
import { SealLimits } from './seal.limits.ts';
import { newestSealOfAsset, newestSealOfRun, statusesOfSeal } from './seal.loaders.ts';
import { sealNames } from './seal.names.ts';
import { publishedOfSeals } from './seal.published.ts';
import { sealReads } from './seal.reads.ts';
import { SealResolver } from './seal.resolver.ts';
import { sealRoutes } from './seal.routes.ts';
import { SealService } from './seal.service.ts';
import { keptBytesPerHour, sealRenders, sealsPerDay, sealsPerMinute } from './seal.settings.ts';
import { sealRequests, signForNobody } from './seal.warm-up.ts';
import { SealEvidenceResolver } from './seal-evidence.resolver.ts';
import { SealStandings } from './seal-standing.ts';
import { SealStatusChange } from './seal-status.entity.ts';
import { SealStatusResolver } from './seal-status.resolver.ts';
import { SealStatusService } from './seal-status.service.ts';
import { sealAwaiter } from './seal-waiting.ts';
import { sealDecisions, sealRenderedAssets } from './seal-when.ts';
import { SealingRequests } from './sealing-request.ts';
import { sealsCheck } from './seals-check.ts';
import { requestTimeStamps, timeStampJob } from './time-stamp.job.ts';
import { timeStampCertificates, timeStampUrl } from '../log/time/time-stamp.settings.ts';
import { TimeStampAuthority } from '../log/time/time-stamp-authority.ts';
import { VerifiedStamps } from '../log/time/verified-stamps.ts';
import { knownWitness } from '../log/witness/witness-client.ts';

const IN_THE_LOG = 'It is an entry of the transparency log.';

/** What is asked of the gateway: to have its outputs sealed, and its runs found. */
interface SealedGateway {
  sealOutputsWith(sealer: SealsOutputs): void;
  findRun: RunSealResolverOptions['findRun'];
}

/** What other features may use of the seals. */
export interface SealsApi {
  service: SealService;
  log: TransparencyLog;
  /** The newest seal of an asset's bytes; null without one. */
  sealOfAsset(ctx: Context, assetId: string): Promise<Seal | null>;
  /** The same of the text that a run answered. */
  sealOfRun(ctx: Context, runId: string): Promise<Seal | null>;
  /** Whether there is a seal of an asset's bytes that was not revoked. */
  isAssetSealed(ctx: Context, assetId: string): Promise<boolean>;
  /** The same of the text that a run answered. */
  isRunSealed(ctx: Context, runId: string): Promise<boolean>;
  /** Puts the verifier that is given out into the log. Gives how many were put there: 1 or 0. */
  sealVerifier: NonNullable<FeatureParts<unknown>['upkeep']>[string];
}

interface Earlier {
  assets: AssetsApi;
  chain: ChainApi;
  gateway: SealedGateway;
  renders: RendersApi;
  settings: SettingsApi;
}

/** Signed statements about exact bytes, in a log that anybody can audit. */
export const seals = defineFeature({
  name: 'seals',
  enveloped: [{ table: 'seal', column: 'retained', context: 'id' }],
  names: sealNames,
  entities: [
    ChainAnchorRow,
    DecisionSealRow,
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
  ],
  config: sealsConfig,
  settings: [
    sealRenders,
    sealsPerMinute,
    sealsPerDay,
    keptBytesPerHour,
    anchorMinutes,
    timeStampUrl,
    timeStampCertificates,
  ],
  compose(platform, { assets, chain, gateway, renders, settings }: Earlier): FeatureParts<SealsApi> {
    const { clock, database, encryption, live, logger, publicUrl, queue } = platform;
    const config = platform.config.of(sealsConfig);
    const signer = LocalSigner.open(platform.config.dataDir, config.sealPrivateKeyPem);
    const keys = new SealKeys(database, signer, clock, logger);
    const disclaimers = new DisclaimerService(database);
    const authority = authorityOf(platform, settings);
    const witnesses = config.witnesses.map(knownWitness);
    const { dataDir } = platform.config;
    const checkpointSigner = (origin: string) => LocalCheckpointSigner.open(dataDir, origin, config.logPrivateKeyPem);
    const log = openLog(config, platform, { signer, checkpointSigner });
    const cosigner = new Cosigner({ database, log, witnesses, timeoutMs: config.witnessTimeoutMs, logger });
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
      modelBehind: (ctx, sha256) => renders.service.modelBehind(ctx, sha256),
      timeStamps: { areGiven: () => authority.stamps(), request: requestTimeStamps(queue) },
    });
    const verifier = new BuiltVerifier(platform.builtPages('verifier'));
    const authorities = () => authority.trusted();
    // Every page of a seal holds it, and it seldom changes: those who ask at once get one answer.
    const trusted = new SharedRead(() => trustOf(database.orm.em.fork(), { log, keys, authorities }));
    const trust = () => trusted.get();
    const stamps = new VerifiedStamps();

    const awaitSeal = sealAwaiter(database, live);
    renders.service.alsoWaitFor(async (assetId, signal) => {
      if (await settings.value(sealRenders)) await awaitSeal(assetId, signal);
    });

    const anchors = new ChainAnchors({ chain, signer, log, publicUrl });
    chain.anchoredBy(anchors);
    chain.register(decisionRecords);
    const decisions = new DecisionSealer({ signer, log, publicUrl });

    const limits = new SealLimits(platform.limits, settings);
    gateway.sealOutputsWith(new RunSealer(service, limits, publicUrl));
    const runSeals = new RunSealResolver({ seals: service, limits, findRun: gateway.findRun });
    assets.purge.alsoForget(notePurge);
    const reads = sealReads(publicUrl, assets.reads.projection, renders.reads.projection);
    const resolver = new SealResolver(service, assets.reads, { pages: reads.pages, limits, publicUrl });
    const disclaimerResolver = new DisclaimerResolver(disclaimers);
    const sealOfAsset: SealsApi['sealOfAsset'] = (ctx, assetId) => ctx.loader(newestSealOfAsset).load(assetId);
    const sealOfRun: SealsApi['sealOfRun'] = (ctx, runId) => ctx.loader(newestSealOfRun).load(runId);
    const api: SealsApi = {
      ...{ service, log, sealOfAsset, sealOfRun },
      isAssetSealed: async (ctx, assetId) => isGood(ctx, await sealOfAsset(ctx, assetId)),
      isRunSealed: async (ctx, runId) => isGood(ctx, await sealOfRun(ctx, runId)),
      sealVerifier: (ctx) => sealVerifier(ctx, service, verifier),
    };
    return {
      api,
      resolvers: [
        resolver,
        new AssetSealResolver(),
        new RenderSealResolver(),
        new ApprovalDecisionSealResolver(),
        new DecisionSealResolver(log),
        new ChainEntryAnchorResolver(),
        runSeals,
        new RanTaskSealResolver(),
        new TaskOutcomeSealResolver(),
        new SealRunResolver(gateway.findRun),
        disclaimerResolver,
        new SealStatusResolver(statuses, limits),
        new SealEvidenceResolver({ log, trust, stamps }),
        new LogStatusResolver(log),
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
          log,
          media: assets.media,
          standings: new SealStandings({ signer, keys, log, database, clock, publicUrl }),
          trust,
          verifier,
          stamps,
          clock,
          publicUrl,
        }),
        ...logPages(database, log),
        ...trustPages({ log, signer, trust }),
        decisionExportMount(platform, chain, log),
      ],
      jobs: [timeStampJob(authority)],
      listeners: [sealRenderedAssets(service, () => settings.value(sealRenders)), sealDecisions(decisions)],
      metrics: logMetrics,
      probes: [
        { name: 'log', required: false, probe: () => probeSealing(log, keys, clock) },
        ...(witnesses.length > 0 ? [{ name: 'witnesses', required: false, probe: () => cosigner.probe() }] : []),
        {
          ...{ name: 'time-stamps', required: false },
          isUsed: () => authority.stamps(),
          isKnown: () => authority.isKnown,
          probe: () => authority.probe(),
        },
      ],
      facilities: sealFacilities({ settings, witnesses: witnesses.length, quorum: config.witnessQuorum }),
      checks: [logCheck(dataDir), sealsCheck, decisionsCheck],
      upkeep: {
        'witnesses noted down again': () => log.renewWitnessPolicy(),
        'verifier put into the log': unaudited(IN_THE_LOG, api.sealVerifier),
        'decisions that have no seal': unaudited(IN_THE_LOG, (ctx) => decisions.sealLeft(ctx)),
      },
      startChecks: [
        sealKeyCheck(keys, dataDir, config.sealPrivateKeyPem !== null),
        logKeyCheck(log, checkpointSigner, dataDir, config.logPrivateKeyPem !== null),
      ],
      encryptedSample: retainedSample,
      atStart: () => keys.warn(),
      warmUp: { requests: sealRequests, work: () => signForNobody(signer) },
      background: [
        { recorded: 'the transparency log', start: () => cosigner.start(), stop: () => cosigner.stop() },
        chainAnchoring(platform, anchors, () => settings.value(anchorMinutes)),
      ],
      close: async () => {
        await log.close();
        await authority.close();
      },
    };
  },
});

/** Everything that must be so for seals to be worth something. @throws for the first that is not */
async function probeSealing(log: TransparencyLog, keys: SealKeys, clock: Clock): Promise<void> {
  await log.probe();
  await log.probeWitnesses();
  assertBegun('The transparency log', (await log.identity()).openedAt, clock.now());
  await keys.probe();
}

function authorityOf({ clock, config }: Platform, settings: SettingsApi): TimeStampAuthority {
  const authority = new TimeStampAuthority({
    settings: {
      url: () => settings.value(timeStampUrl),
      certificates: () => settings.value(timeStampCertificates),
    },
    startUrl: config.of(timeStampUrl.start).value,
    addresses: new GuardedAddresses({ listed: config.of(sealsConfig).timeStampHosts, listedIn: TSA_ALLOWED_HOSTS }),
    clock,
  });
  settings.checkedBy(timeStampUrl, (url) => authority.mistakeInUrl(url));
  settings.checkedBy(timeStampCertificates, (pem) => authority.mistakeInCertificates(pem));
  return authority;
}

function openLog(
  { logOrigin, witnesses, witnessQuorum }: SealsConfig,
  { clock, config: { dataDir }, database, publicUrl }: Platform,
  signers: Pick<TransparencyLogOptions, 'signer' | 'checkpointSigner'>,
): TransparencyLog {
  return new TransparencyLog({
    database,
    ...signers,
    origin: logOrigin ?? originOf(publicUrl),
    dataDir,
    clock,
    witnessing: { witnesses: witnesses.map((witness) => knownWitness(witness).key), quorum: witnessQuorum },
  });
}

async function isGood(ctx: Context, seal: Seal | null): Promise<boolean> {
  if (!seal) return false;
  const changes = await ctx.loader(statusesOfSeal).load(seal.id);
  return changes.every(({ status }) => status !== 'REVOKED');
}

/** The name of a log at this address. It has to be a host name, which an address in digits is not. */
function originOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return `log1.${/^[\d.]+$|:/.test(hostname) ? 'localhost' : hostname}`;
}
