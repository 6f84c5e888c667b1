import { defineFeature, type FeatureParts } from '../feature.ts';
import type { Clock } from '../platform/clock.ts';
import { updateOf } from '../platform/database/table-privileges.ts';
import { GuardedAddresses } from '../platform/http/guarded-addresses.ts';
import { following } from '../platform/http/mount.ts';
import { proxyConfig } from '../platform/http/proxies.config.ts';
import type { Logger } from '../platform/observability/logger.ts';
import type { Platform } from '../platform/platform.ts';
import { unaudited } from '../platform/upkeep/upkeep.ts';
import type { SettingsApi } from '../settings/index.ts';
import { Cosigner } from './cosigner.ts';
import { logKeyCheck, sealKeyCheck } from './keys/key-checks.ts';
import { SealKey } from './keys/seal-key.entity.ts';
import { SealKeys } from './keys/seal-keys.ts';
import { LocalSigner, SEAL_KEY, type Signer } from './keys/signer.ts';
import { assertBegun } from './keys/validity.ts';
import { logCapabilities } from './log.capabilities.ts';
import { type LogConfig, logConfig, TSA_ALLOWED_HOSTS } from './log.config.ts';
import { LogCheckpoint, LogCosignature, LogEntry, LogState, LogTile, LogWitnessPolicy } from './log.entity.ts';
import { logNames } from './log.names.ts';
import { logRequests, warmUpSigner } from './log.warm-up.ts';
import { logCheck } from './log-check.ts';
import { logDiagnosis } from './log-diagnosis.ts';
import { LocalCheckpointSigner } from './log-key.ts';
import { logMetrics } from './log-metrics.ts';
import { logPages } from './log-pages.ts';
import { LogStatusResolver } from './log-status.resolver.ts';
import { lostLogNames, nextLogName } from './next-log-name.ts';
import { timeStampCertificates, timeStampUrl } from './time/time-stamp.settings.ts';
import { TimeStampAuthority } from './time/time-stamp-authority.ts';
import { timeStampExpirations } from './time/time-stamp-expirations.ts';
import { TransparencyLog, type TransparencyLogOptions } from './transparency-log.ts';
import { knownWitness } from './witness/witness-client.ts';

export { bundleOf, type LoggedStatement, publishedBundleOf, publishedBundlesOf, signingKeyOf } from './bundles.ts';
export { SealKey } from './keys/seal-key.entity.ts';
export type { SealKeys } from './keys/seal-keys.ts';
export { signEntry } from './keys/sign-entry.ts';
export {
  EXPECTED_P256_KEY,
  isP256Key,
  type KeySource,
  LocalSigner,
  newLocalKey,
  SEAL_KEY,
  type Signer,
} from './keys/signer.ts';
export { assertBegun, leniently, SKEW_MS } from './keys/validity.ts';
export { isHostName, logConfig } from './log.config.ts';
export { publishedTimesOf, readCheckpoint } from './log-checkpoint.sql.ts';
export { readBodiesAt, readPlaces } from './log-entry.sql.ts';
export { logOnEvent } from './log-event-listener.ts';
export { LogFrozen } from './log-frozen.ts';
export { LOG_KEY_FILE, LocalCheckpointSigner } from './log-key.ts';
export { type KnownLog, verifierKeyIn } from './log-register.ts';
export { AlreadyLogged, type AppendResult, type LogLeaf, type PlacedRow } from './log-writer.ts';
export { byteSizeOf, type ColumnValues, insertLogged } from './logged-rows.sql.ts';
export { lostLogNames, lostLogs, nextLogName } from './next-log-name.ts';
export { succeedLog } from './succession.ts';
export type { TimeStampAuthority } from './time/time-stamp-authority.ts';
export { VerifiedStamps } from './time/verified-stamps.ts';
export type { TransparencyLog } from './transparency-log.ts';

/** API of this feature for other features. */
export interface LogApi {
  log: TransparencyLog;
  /** Signs entries with the seal key. */
  signer: Signer;
  keys: SealKeys;
  authority: TimeStampAuthority;
}

interface LogDependencies {
  settings: SettingsApi;
}

/**
 * Feature of the transparency log: signed entries that anyone can verify. The log stores bytes and doesn’t know their meaning.
 */
export const log = defineFeature({
  name: 'log',
  names: logNames,
  entities: [LogCheckpoint, LogCosignature, LogEntry, LogState, LogTile, LogWitnessPolicy, SealKey],
  tablePrivileges: {
    log_checkpoint: ['INSERT'],
    log_cosignature: ['INSERT'],
    log_entry: ['INSERT'],
    log_state: ['INSERT', updateOf('size', 'edge', 'disputes')],
    log_tile: ['INSERT'],
    log_witness_policy: ['INSERT'],
    seal_key: ['INSERT', updateOf('valid_until', 'revoked_at', 'reason')],
  },
  config: logConfig,
  settings: [timeStampUrl, timeStampCertificates],
  compose(platform, { settings }: LogDependencies): FeatureParts<LogApi> {
    const { clock, database, logger } = platform;
    const config = platform.config.of(logConfig);
    const { dataDir } = platform.config;
    const signer = LocalSigner.open(dataDir, config.sealPrivateKeyPem, SEAL_KEY);
    const keys = new SealKeys(database, signer, clock, logger);
    const authority = authorityOf(platform, settings);
    const witnesses = config.witnesses.map(knownWitness);
    const checkpointSigner = (origin: string) => LocalCheckpointSigner.open(dataDir, origin, config.logPrivateKeyPem);
    const log = openLog(config, platform, { signer, checkpointSigner });
    const cosigner = new Cosigner({
      database,
      log,
      witnesses,
      timeoutMs: config.witnessTimeoutMs,
      logger,
      dispatcher: platform.config.of(proxyConfig).common,
    });
    return {
      api: { log, signer, keys, authority },
      contributions: {
        expirations: {
          log: async (_ctx, until) => timeStampExpirations(await settings.value(timeStampCertificates), until),
        },
      },
      resolvers: [new LogStatusResolver(log)],
      // The log’s paths are listed after this path of the seals feature.
      mounts: following('/.well-known/imprimatur/verifier.sha256', logPages(database, log)),
      metrics: logMetrics,
      probes: [
        { name: 'log', required: false, probe: () => probeSealing(log, keys, clock) },
        ...(witnesses.length > 0 ? [{ name: 'witnesses', required: false, probe: () => cosigner.probe() }] : []),
        {
          name: 'time-stamps',
          required: false,
          isUsed: () => authority.stamps(),
          isKnown: () => authority.isKnown,
          probe: () => authority.probe(),
        },
      ],
      capabilities: logCapabilities({ settings, witnesses: witnesses.length, quorum: config.witnessQuorum }),
      checks: [logCheck(dataDir)],
      upkeep: {
        'renewed witness policy': () => log.renewWitnessPolicy(),
        'daily checkpoint': unaudited('The log itself contains the entry.', (ctx) => log.stayCurrent(ctx)),
      },
      startChecks: [
        sealKeyCheck(keys, dataDir, config.sealPrivateKeyPem !== null),
        logKeyCheck(log, checkpointSigner, dataDir, config.logPrivateKeyPem !== null),
      ],
      diagnoses: [logDiagnosis(log)],
      atStart: async () => {
        await keys.warn();
        await warnIfFrozen(log, dataDir, logger);
      },
      warmUp: { requests: async () => logRequests, work: () => warmUpSigner(signer) },
      background: [{ recorded: 'the transparency log', start: () => cosigner.start(), stop: () => cosigner.stop() }],
      close: async () => {
        await log.close();
        await authority.close();
      },
    };
  },
});

/** Health check of log, settings of witnesses, clock and keys, which valid seals need. @throws the first failure */
async function probeSealing(log: TransparencyLog, keys: SealKeys, clock: Clock): Promise<void> {
  await log.probe();
  await log.probeWitnesses();
  assertBegun('The transparency log', (await log.identity()).openedAt, clock.now());
  await keys.probe();
}

/** Names the command that opens the next log in the server log, since the message for callers can't contain commands. */
async function warnIfFrozen(log: TransparencyLog, dataDir: string, logger: Logger): Promise<void> {
  const reason = await log.frozenReason();
  if (reason === null) return;
  const { key } = await log.identity();
  logger.warn(
    `The log ${key.name} is frozen: ${reason} If the right database can't be restored, open the next log: imprimatur succeed-log ${nextLogName(key.name, lostLogNames(dataDir))}`,
  );
}

function authorityOf({ clock, config }: Platform, settings: SettingsApi): TimeStampAuthority {
  const proxies = config.of(proxyConfig);
  const authority = new TimeStampAuthority({
    settings: {
      url: () => settings.value(timeStampUrl),
      certificates: () => settings.value(timeStampCertificates),
    },
    startUrl: config.of(timeStampUrl.start).value,
    addresses: new GuardedAddresses({
      listed: config.of(logConfig).timeStampHosts,
      listedIn: TSA_ALLOWED_HOSTS,
      proxies,
    }),
    proxies,
    clock,
  });
  settings.checkedBy(timeStampUrl, (url) => authority.problemWithUrl(url));
  settings.checkedBy(timeStampCertificates, (pem) => authority.problemWithCertificates(pem));
  return authority;
}

function openLog(
  { logOrigin, witnesses, witnessQuorum }: LogConfig,
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

/** Default name of the log, derived from the public URL. The name must be a host name, so an IP address becomes localhost. */
function originOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return `log1.${/^[\d.]+$|:/.test(hostname) ? 'localhost' : hostname}`;
}
