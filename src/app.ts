import path from 'node:path';
import { AssetReads, AssetResolver, AssetService, assetPictures, holdsAssets, MediaHandler } from './assets/index.ts';
import { type Dependency, Health, HealthResolver } from './health/index.ts';
import { ormOptions } from './orm-options.ts';
import { MediaDeskResolver, PartnerAuthenticator, PartnerService, PartnerTokenResolver } from './partners/index.ts';
import { Authentication, SecretAuthenticator } from './platform/auth/authenticate.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type Config, digestOf } from './platform/config.ts';
import { Database } from './platform/database/database.ts';
import { EnvelopeEncryption } from './platform/envelope-encryption.ts';
import { OutboxRelay } from './platform/events/outbox-relay.ts';
import { buildGraph } from './platform/graphql/build-graph.ts';
import type { CompilableField } from './platform/graphql/compiled-reads.ts';
import { NodeResolver } from './platform/graphql/node-resolver.ts';
import { StrangerLimit } from './platform/http/stranger-limit.ts';
import { JobQueue } from './platform/jobs/job-queue.ts';
import { Live } from './platform/live/live.ts';
import type { Logger } from './platform/observability/logger.ts';
import { PROJECT_ROOT } from './platform/project-root.ts';
import type { BlobStore } from './platform/storage/blob-store.ts';
import { LocalBlobStore } from './platform/storage/local-blob-store.ts';
import { EmbeddedRenderer, RenderResolver, RenderService, renderJob, renderPictures } from './renders/index.ts';
import {
  AssetSealResolver,
  BuiltVerifier,
  Cosigner,
  DisclaimerResolver,
  DisclaimerService,
  knownWitness,
  LocalCheckpointSigner,
  LocalSigner,
  logPages,
  requestTimeStamps,
  SealKeys,
  SealResolver,
  SealService,
  SealStatusResolver,
  SealStatusService,
  sealRenderedAssets,
  sealVerifier,
  TimeStampAuthority,
  TransparencyLog,
  timeStampJob,
  trustOf,
  trustPages,
  verifyPages,
} from './seals/index.ts';
import { InboundSecret, SettingResolver } from './settings/index.ts';

export interface AppOptions {
  config: Config;
  /** The given database, or the embedded one's. */
  databaseUrl: string;
  publicUrl: string;
  logger: Logger;
  clock?: Clock;
  /** Where the verifier of seals was built to. */
  verifierFolder?: string;
}

const VERIFIER = path.join(PROJECT_ROOT, 'dist/web/verifier');

/** Everything that is built once and lives as long as the process. Plain constructors, in the order of the dependencies. */
export async function compose({
  config,
  databaseUrl,
  publicUrl,
  logger,
  clock = systemClock,
  verifierFolder = VERIFIER,
}: AppOptions) {
  const database = await Database.open(ormOptions({ databaseUrl, poolSize: config.databasePoolSize }));
  const store: BlobStore = new LocalBlobStore(config.blobDir, { wasUsed: () => holdsAssets(database) });
  const queue = new JobQueue(databaseUrl, logger);
  const live = new Live(databaseUrl, logger);
  const relay = new OutboxRelay(database, queue, live, logger);

  const assets = new AssetService(store, config.trustedHosts);
  const assetReads = new AssetReads(publicUrl);
  const renderer = new EmbeddedRenderer();
  const renders = new RenderService(database, queue, live);
  const signer = LocalSigner.open(config.dataDir, config.sealPrivateKeyPem);
  const disclaimers = new DisclaimerService(database, clock);
  const sealKeys = new SealKeys(database, signer, clock);
  const authority =
    config.timeStampAuthority &&
    new TimeStampAuthority(config.timeStampAuthority.url, config.timeStampAuthority.certificatesPem, clock);
  const witnesses = config.witnesses.map(knownWitness);
  const log = new TransparencyLog({
    database,
    signer,
    checkpointSigner: (origin) => LocalCheckpointSigner.open(config.dataDir, origin, config.logPrivateKeyPem),
    origin: config.logOrigin ?? originOf(publicUrl),
    dataDir: config.dataDir,
    clock,
    witnessing: { witnesses: witnesses.map(({ key }) => key), quorum: config.witnessQuorum },
  });
  const cosigner = new Cosigner({ database, log, witnesses, timeoutMs: config.witnessTimeoutMs, clock, logger });
  const statuses = new SealStatusService({ signer, log, clock, publicUrl });
  const encryption = new EnvelopeEncryption(config.encryptionKey);
  const seals = new SealService({
    signer,
    keys: sealKeys,
    log,
    disclaimers,
    statuses,
    encryption,
    ...(authority?.stamps && { requestTimeStamps: requestTimeStamps(queue) }),
    clock,
    publicUrl,
  });
  const partners = new PartnerService(clock);
  const inboundSecret = new InboundSecret(database, config.inboundSecret, clock);

  if (authority?.stamps) queue.define(timeStampJob(database, authority));
  queue.define(renderJob(database, renderer, assets));
  if (config.sealRenders) relay.listen(sealRenderedAssets(database, seals));

  const dependencies: Dependency[] = [
    { name: 'database', required: true, probe: () => database.probe() },
    { name: 'storage', required: true, probe: () => store.probe() },
    { name: 'queue', required: true, probe: () => queue.probe() },
    { name: 'log', required: false, probe: () => log.probe().then(() => log.probeWitnesses()) },
    ...(witnesses.length > 0 ? [{ name: 'witnesses', required: false, probe: () => cosigner.probe() }] : []),
    { name: 'renderer', required: false, probe: () => renderer.probe() },
  ];
  const health = new Health(dependencies, clock, logger);
  const adminDigest = digestOf(config.adminToken);
  const authentication = new Authentication([
    new PartnerAuthenticator(database),
    new SecretAuthenticator(() => adminDigest, { kind: 'OPERATOR', id: 'admin', roles: ['ADMIN'] }),
    new SecretAuthenticator(() => inboundSecret.digest(), { kind: 'INTEGRATION', id: 'inbound' }),
  ]);

  const assetResolver = new AssetResolver(assets, assetReads);
  const renderResolver = new RenderResolver(renders, assetResolver, publicUrl);
  const limit = new StrangerLimit({ amount: config.sealsPerMinute, of: 'seals', per: 'minute' });
  const keptLimit = new StrangerLimit({ amount: config.keptBytesPerHour, of: 'bytes of kept text', per: 'hour' });
  const sealResolver = new SealResolver(seals, assetResolver, { limit, keptLimit, publicUrl });
  const builtVerifier = new BuiltVerifier(verifierFolder);
  const disclaimerResolver = new DisclaimerResolver(disclaimers);
  const partnerTokenResolver = new PartnerTokenResolver(partners, publicUrl);
  const schema = await buildGraph([
    assetResolver,
    renderResolver,
    sealResolver,
    new AssetSealResolver(),
    disclaimerResolver,
    new SealStatusResolver(statuses, limit),
    partnerTokenResolver,
    new MediaDeskResolver(assetReads),
    new SettingResolver(inboundSecret),
    new HealthResolver(health),
    new NodeResolver({
      asset: (ctx, id) => assetResolver.find(ctx, id),
      tag: (ctx, id) => assetResolver.findTag(ctx, id),
      render: (ctx, id) => renderResolver.find(ctx, id),
      seal: (ctx, id) => sealResolver.seal(id, ctx),
      disclaimer: (ctx, id) => disclaimerResolver.find(ctx, id),
      partner: (ctx, id) => partnerTokenResolver.findPartner(ctx, id),
      partnerToken: (ctx, id) => partnerTokenResolver.find(ctx, id),
    }),
  ]);
  const compilable: Record<string, CompilableField> = { assets: assetReads.everything.compilable };

  return {
    config,
    publicUrl,
    logger,
    database,
    store,
    queue,
    live,
    relay,
    renderer,
    renders,
    partners,
    health,
    authentication,
    schema,
    compilable,
    media: new MediaHandler(store, { asset: assetPictures(database), render: renderPictures(database) }),
    log,
    cosigner,
    seals,
    verify: verifyPages({
      database,
      log,
      trust: (em) => trustOf(em, { log, keys: sealKeys, authorities: authority?.trusted ?? [] }),
      verifier: builtVerifier,
      clock,
      publicUrl,
    }),
    putVerifierIntoLog: () => sealVerifier(database.orm.em.fork(), seals, builtVerifier),
    logPages: logPages(database, log),
    trustPages: trustPages({ database, log, keys: sealKeys, signer, authorities: authority?.trusted ?? [] }),
  };
}

export type Services = Awaited<ReturnType<typeof compose>>;

/** The name of a log at this address. It has to be a host name, which an address in digits is not. */
function originOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return `log1.${/^[\d.]+$|:/.test(hostname) ? 'localhost' : hostname}`;
}
