import { bytesToHex } from '@noble/hashes/utils.js';
import { type Bundle, paeDigestOf, signatureOf, signedBytes } from './bundle.ts';
import { equalBytes } from './bytes.ts';
import { type OpenedCheckpoint, openCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { type ConsistencyProof, consistencyPath } from './consistency-proof.ts';
import { entryMismatch, parseEntryBody } from './entry.ts';
import { MalformedInput } from './malformed-input.ts';
import { CheckName, MalformedProof } from './malformed-proof.ts';
import { leafHash, verifyConsistency, verifyInclusion } from './merkle.ts';
import { formatVerifierKey, NoteRefused, parseNote, type VerifiedSignature, type VerifierKey } from './note.ts';
import { p256KeyOf, sealKeyId } from './public-key.ts';
import { STATEMENT_MEDIA_TYPE } from './statement.ts';
import { verifyTimeStamp } from './time-stamp.ts';
import {
  isWithin,
  logIdOf,
  logKeyOf,
  type Trust,
  type TrustedLog,
  type TrustedSealKey,
  type WitnessPolicy,
} from './trust.ts';

export const CheckStatus = { passed: 'passed', failed: 'failed', 'not-checked': 'not-checked' } as const;
export type CheckStatus = (typeof CheckStatus)[keyof typeof CheckStatus];

export interface VerificationCheck {
  name: CheckName;
  status: CheckStatus;
  /** Result of the check, as a sentence. */
  detail: string;
  /** Parties whom the reader must trust for this result. */
  trusts: string;
}

/**
 * Result of one check. `isUnknown` is set if the result alone doesn't indicate a forgery, for example because the trust file
 * lacks a key.
 */
export interface CheckFinding {
  status: CheckStatus;
  detail: string;
  isUnknown?: true;
  /** Path of the missing consistency proof, relative to the address of the log's service. */
  proofPath?: string;
}

/** A checkpoint of the log that the reader saved earlier. */
export interface SavedCheckpoint {
  note: string;
  /**
   * Proof that, of this checkpoint's tree and the tree in the seal's bundle, the larger one continues the smaller. Null if the
   * reader has none.
   */
  consistency: ConsistencyProof | null;
}

export const TimeStatus = { PROVEN: 'PROVEN', NOT_PROVEN: 'NOT_PROVEN', NOT_CHECKED_HERE: 'NOT_CHECKED_HERE' } as const;
export type TimeStatus = (typeof TimeStatus)[keyof typeof TimeStatus];

export interface ProvenTime {
  status: TimeStatus;
  /** Time at which the signature already existed, by its earliest time stamp. Null if no time is proven. */
  at: Date | null;
  by: string | null;
  /** True if the time stamp is from an authority that the trust file doesn't name. */
  isOfUnknown?: true;
}

/** Time of signing, as proven by time stamps and as claimed by the signer. */
interface SigningTime {
  time: ProvenTime;
  /** Time claimed by the signer. Null if unreadable. */
  claimedAt: Date | null;
}

/** Result of each check of a bundle, independent of its statement. The same checks apply to seals and statuses. */
export interface BundleEvidence {
  signature: CheckFinding;
  entry: CheckFinding;
  checkpoint: CheckFinding;
  inclusion: CheckFinding;
  witnesses: CheckFinding;
  timestamp: CheckFinding;
  key: CheckFinding;
  time: ProvenTime;
}

export interface EvidenceOptions {
  trust: Trust;
  now: Date;
  /** Time claimed by the signer. Used for the validity of keys and logs only if no time is proven. Null if unreadable. */
  claimedAt: Date | null;
  keptCheckpoint?: SavedCheckpoint;
}

export async function evidenceOf(bundle: Bundle, options: EvidenceOptions): Promise<BundleEvidence> {
  const { trust, now, claimedAt } = options;
  const sealKey = trust.sealKeys.find(({ publicKey }) => equalBytes(sealKeyId(publicKey), bundle.keyId));
  const log = trust.logs.find((candidate) => equalBytes(logIdOf(candidate), bundle.logEntry.logId));
  const { finding: timestamp, time } = await stampOf(bundle, trust, now);
  const { finding: checkpoint, opened } = checkpointOf(bundle, log, options, time.at ?? claimedAt);
  return {
    signature: signatureFinding(bundle, sealKey),
    entry: entryFinding(bundle, sealKey),
    checkpoint,
    inclusion: inclusionFinding(bundle, opened),
    witnesses:
      log && opened
        ? witnessFinding(bundle, log, trust, { time, claimedAt })
        : notChecked('The checkpoint is missing.'),
    timestamp,
    key: keyFinding(sealKey, time, claimedAt),
    time,
  };
}

/**
 * The first check that failed, otherwise the first one that couldn’t be made with this trust file. Null if the evidence has neither.
 * Time stamps aren’t considered.
 */
export function flawInEvidence({ time: _, timestamp: __, ...checks }: BundleEvidence): CheckFinding | null {
  const findings = Object.values(checks);
  return (
    findings.find(({ status, isUnknown }) => status === 'failed' && !isUnknown) ??
    findings.find(({ isUnknown }) => isUnknown) ??
    null
  );
}

export const passed = (detail: string): CheckFinding => ({ status: 'passed', detail });
export const failed = (detail: string): CheckFinding => ({ status: 'failed', detail });
export const notChecked = (detail: string): CheckFinding => ({ status: 'not-checked', detail });
export const failedUnknown = (detail: string): CheckFinding => ({ status: 'failed', detail, isUnknown: true });
export const uncheckedUnknown = (detail: string): CheckFinding => ({ status: 'not-checked', detail, isUnknown: true });

function signatureFinding(bundle: Bundle, sealKey: TrustedSealKey | undefined): CheckFinding {
  const { payloadType } = bundle.envelope;
  if (payloadType !== STATEMENT_MEDIA_TYPE) {
    return failed(`The signed payload is not an in-toto statement but ${JSON.stringify(payloadType.slice(0, 100))}.`);
  }
  if (!sealKey) return notChecked('The signing key is not pinned.');
  return p256KeyOf(sealKey.publicKey).verifies(signedBytes(bundle), signatureOf(bundle))
    ? passed('The seal key signed this statement.')
    : failed('The signature is not a signature of the seal key over this statement.');
}

function entryFinding(bundle: Bundle, sealKey: TrustedSealKey | undefined): CheckFinding {
  return readable(() => {
    const entry = parseEntryBody(bundle.logEntry.canonicalizedBody);
    const publicKey = sealKey?.publicKey ?? entry.publicKey;
    if (!equalBytes(sealKeyId(publicKey), bundle.keyId)) {
      return failed('The log entry contains a different key than the signing key.');
    }
    const mismatch = entryMismatch(entry, {
      paeDigest: paeDigestOf(bundle),
      signature: signatureOf(bundle),
      publicKey,
    });
    return mismatch === null ? passed('The log entry is for this statement, signature and key.') : failed(mismatch);
  });
}

function checkpointOf(
  bundle: Bundle,
  log: TrustedLog | undefined,
  { trust, keptCheckpoint: kept }: EvidenceOptions,
  at: Date | null,
): { finding: CheckFinding; opened: OpenedCheckpoint | null } {
  if (!log) return { finding: failedUnknown('The log is not pinned.'), opened: null };
  let opened: OpenedCheckpoint | null = null;
  const finding = readable(() => {
    opened = openCheckpoint(bundle.logEntry.inclusionProof.checkpoint, logKeyOf(log));
    if (at && !isWithin(log.validFor, at)) return failed(`${log.origin} was not trusted at ${at.toISOString()}.`);
    const last = lastOf(log, trust);
    if (last && opened.size > last.size) {
      // The tree is larger than the last tree of a closed log: either published entries were lost before the log was closed, or
      // its key was used afterwards.
      return failedUnknown(
        `${log.origin} signed a tree of ${opened.size} entries, but the trust file says that it ended with ${last.size}. Keep both checkpoints: they are evidence.`,
      );
    }
    if (last && opened.size === last.size && !equalBytes(opened.root, last.root)) {
      return failed(
        `${log.origin} signed two different trees of ${last.size} entries: this one and its last one. Keep both checkpoints: they are evidence.`,
      );
    }
    const signed = `${log.origin} signed its tree of ${opened.size} entries.`;
    return kept ? savedCheckpointFinding(opened, kept, log, trust, signed) : passed(signed);
  });
  return { finding, opened };
}

/** The last checkpoint of a closed log. Null for a log that is still open. */
function lastOf(log: TrustedLog, { closedLogs }: Trust): OpenedCheckpoint | null {
  const closed = closedLogs.find(({ origin }) => origin === log.origin);
  return closed ? openCheckpoint(closed.checkpoint, logKeyOf(log)) : null;
}

/**
 * Checks that the log is the one that the reader saved a checkpoint of, and that the saved tree and the seal's tree have the
 * same history.
 */
function savedCheckpointFinding(
  opened: OpenedCheckpoint,
  kept: SavedCheckpoint,
  log: TrustedLog,
  trust: Trust,
  signed: string,
): CheckFinding {
  const old = savedCheckpointOf(kept.note, log, trust);
  if (typeof old === 'string') return failedUnknown(`${signed} ${old}`);
  if (old.size === 0)
    return passed(`${signed} The checkpoint you saved is of the empty log, so there is nothing to compare.`);
  if (old.size === opened.size) {
    return equalBytes(old.root, opened.root)
      ? passed(`${signed} It is the tree of the checkpoint you saved.`)
      : failed(forkMessage(log, old.size));
  }
  const [smaller, larger] = old.size < opened.size ? [old, opened] : [opened, old];
  const proofPath = consistencyPath(log.origin, smaller.size, larger.size);
  const wanted = `Download the proof from ${smaller.size} to ${larger.size} entries from the log’s service, at ${proofPath}.`;
  const without = (why: string): CheckFinding => ({ ...uncheckedUnknown(`${signed} ${why} ${wanted}`), proofPath });
  if (kept.consistency === null) {
    return without(
      `The checkpoint you saved has ${old.size} entries, and no proof was given that the log was not rewritten since.`,
    );
  }
  const proven = provenCheckpoint(kept.consistency, log);
  if (typeof proven === 'string') return without(proven);
  if (kept.consistency.oldSize !== smaller.size || proven.size !== larger.size) {
    return without(`The given proof is from ${kept.consistency.oldSize} to ${proven.size} entries.`);
  }
  if (!equalBytes(proven.root, larger.root)) return failed(forkMessage(log, larger.size));
  return verifyConsistency(smaller.size, larger.size, kept.consistency.proof, smaller.root, larger.root)
    ? passed(`${signed} It is consistent with the checkpoint you saved, of ${old.size} entries.`)
    : failed(
        `The proof doesn’t show that this tree and the one you saved, of ${old.size} entries, have the same history.`,
      );
}

function forkMessage({ origin }: TrustedLog, size: number): string {
  return `${origin} signed two different trees of ${size} entries. Keep both checkpoints: they are evidence.`;
}

/**
 * The reader's saved checkpoint, or the reason why the seal can't be compared with it. The reason doesn't count against the seal.
 */
function savedCheckpointOf(note: string, log: TrustedLog, trust: Trust): OpenedCheckpoint | string {
  return valueOrReason('The checkpoint you saved', () => {
    const { origin } = parseCheckpoint(parseNote(note).text);
    if (origin === log.origin) return openCheckpoint(note, logKeyOf(log));
    const known = trust.logs.some((other) => other.origin === origin)
      ? 'Your trust file names that log as well: one of the two logs replaced the other'
      : 'Your trust file does not name that log';
    return `The checkpoint you saved is from another log, ${origin}, and proves nothing about this one. ${known}. Pass a checkpoint of ${log.origin}.`;
  });
}

/** The later checkpoint in a proof, or the reason why the proof isn't valid for this log. */
function provenCheckpoint({ checkpoint }: ConsistencyProof, log: TrustedLog): OpenedCheckpoint | string {
  return valueOrReason('The given proof', () => {
    const { origin } = parseCheckpoint(parseNote(checkpoint).text);
    return origin === log.origin
      ? openCheckpoint(checkpoint, logKeyOf(log))
      : `The given proof is from another log, ${origin}.`;
  });
}

function valueOrReason<T>(what: string, read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedInput || error instanceof NoteRefused)
      return `${what} is not valid: ${error.message}.`;
    throw error;
  }
}

function inclusionFinding({ logEntry }: Bundle, checkpoint: OpenedCheckpoint | null): CheckFinding {
  if (!checkpoint) return notChecked('The checkpoint to prove the entry against is missing.');
  const { logIndex, inclusionProof: proof, canonicalizedBody } = logEntry;
  // The bundle repeats index, size and root outside the signed checkpoint. They must agree: a reader who trusted unsigned values
  // could be shown another position, tree or size (rekor v2, sigstore-js).
  if (logIndex !== proof.logIndex) return failed('The bundle has two different indexes for the entry.');
  if (proof.treeSize !== checkpoint.size) return failed('The proof is for another tree size than the checkpoint.');
  if (!equalBytes(proof.rootHash, checkpoint.root)) return failed('The proof is for another root than the checkpoint.');
  return verifyInclusion(logIndex, checkpoint.size, leafHash(canonicalizedBody), proof.hashes, checkpoint.root)
    ? passed(`It is entry ${logIndex} of the ${checkpoint.size} in the log.`)
    : failed(`The proof doesn’t show that this is entry ${logIndex} of the log.`);
}

/**
 * Checks that enough witnesses cosigned this tree. The required witnesses have changed over time, so any current or earlier
 * policy is accepted: cosignatures contain their own time. For times before witnesses were required, only a time stamp proves
 * that the seal is from then.
 */
function witnessFinding({ logEntry }: Bundle, log: TrustedLog, trust: Trust, dated: SigningTime): CheckFinding {
  const { witnessPolicies: policies } = trust;
  const current = policies.at(-1);
  const known = distinctKeys(policies.flatMap(({ witnesses }) => witnesses));
  if (!current || known.length === 0) {
    return notChecked('No witness is pinned, so only the log itself confirms its tree.');
  }
  return readable(() => {
    const { cosignatures, size } = openCheckpoint(logEntry.inclusionProof.checkpoint, logKeyOf(log), known);
    for (const policy of policies.toReversed().filter(({ quorum }) => quorum > 0)) {
      const counted = cosignatures.filter((cosignature) => countsFor(policy, cosignature));
      if (counted.length >= policy.quorum)
        return passed(`Cosigned by ${counted.map(({ key }) => key.name).join(', ')}.`);
    }
    if (size === lastOf(log, trust)?.size) {
      return passed(`It is the last tree of ${log.origin}, which the trust file names.`);
    }
    const ofToday = cosignatures.filter((cosignature) => countsFor(current, cosignature));
    if (current.quorum > 0) return uncosignedFinding(ofToday.length, policies, current, dated);
    return ofToday.length > 0
      ? passed(`Cosigned by ${ofToday.map(({ key }) => key.name).join(', ')}.`)
      : notChecked('No pinned witness cosigned, and none is required.');
  }, CheckName.witnesses);
}

function uncosignedFinding(
  cosigned: number,
  policies: readonly WitnessPolicy[],
  { quorum }: WitnessPolicy,
  { time, claimedAt }: SigningTime,
): CheckFinding {
  const wasFree = (at: Date | null) =>
    at !== null && policies.some((one) => one.quorum === 0 && isWithin(one.validFor, at));
  if (wasFree(time.at)) return notChecked('No witness was required when the seal was time-stamped.');
  if (time.at === null && wasFree(claimedAt)) {
    return uncheckedUnknown(
      'The seal claims to be from a time when no witness was required, but nothing proves that time. The service might have a cosigned bundle of it now.',
    );
  }
  return failed(`${cosigned} of the pinned witnesses cosigned the checkpoint; ${quorum} are required.`);
}

function countsFor({ witnesses, validFor: { end } }: WitnessPolicy, { key, timeSeconds }: VerifiedSignature): boolean {
  const isIts = witnesses.some(({ publicKey }) => equalBytes(publicKey, key.publicKey));
  return isIts && (end === undefined || (timeSeconds !== null && timeSeconds * 1000 <= end.getTime()));
}

/** Removes duplicate keys: a witness that is in several policies counts once. */
function distinctKeys(keys: readonly VerifierKey[]): VerifierKey[] {
  return [...new Map(keys.map((key) => [formatVerifierKey(key), key])).values()];
}

async function stampOf(bundle: Bundle, trust: Trust, now: Date): Promise<{ finding: CheckFinding; time: ProvenTime }> {
  const notProven: ProvenTime = { status: 'NOT_PROVEN', at: null, by: null };
  const stamps = bundle.timeStamps;
  if (stamps.length === 0) {
    return { finding: notChecked('The seal has no time stamp, so its time is not proven.'), time: notProven };
  }
  if (new Set(stamps.map(bytesToHex)).size < stamps.length) {
    return { finding: failed('The same time stamp is given twice.'), time: notProven };
  }
  let earliest: { at: Date; authority: string } | null = null;
  let undecided: string | null = null;
  let ofUnknown: string | null = null;
  for (const stamp of stamps) {
    const result = await verifyTimeStamp(stamp, signatureOf(bundle), trust.timeStampAuthorities, now);
    // All time stamps must be valid: an invalid one next to a valid one means that the bundle was tampered with.
    if (result.status === 'failed') return { finding: failed(result.reason), time: notProven };
    if (result.status === 'not-checked') undecided = result.reason;
    else if (result.status === 'unknown') ofUnknown = result.reason;
    else if (!earliest || result.at < earliest.at) earliest = result;
  }
  if (ofUnknown !== null) return { finding: failedUnknown(ofUnknown), time: { ...notProven, isOfUnknown: true } };
  if (undecided !== null || earliest === null) {
    const time: ProvenTime = { status: 'NOT_CHECKED_HERE', at: null, by: null };
    return { finding: notChecked(undecided ?? 'The time stamp is not checked here.'), time };
  }
  return {
    finding: passed(`${earliest.authority} says that the signature existed at ${earliest.at.toISOString()}.`),
    time: { status: 'PROVEN', at: earliest.at, by: earliest.authority },
  };
}

function keyFinding(key: TrustedSealKey | undefined, time: ProvenTime, claimedAt: Date | null): CheckFinding {
  if (!key) return failedUnknown('The seal key is not pinned.');
  const { revokedAt } = key;
  const reason = key.reason ? ` (${key.reason})` : '';
  if (revokedAt && (time.status === 'NOT_CHECKED_HERE' || time.isOfUnknown)) {
    return uncheckedUnknown(
      `The seal key was revoked at ${revokedAt.toISOString()}${reason}; whether the seal is older is not checked here.`,
    );
  }
  if (revokedAt && !time.at) {
    return failed(
      `The seal key was revoked at ${revokedAt.toISOString()}${reason}, and nothing proves that the seal is older.`,
    );
  }
  if (revokedAt && time.at && time.at >= revokedAt) {
    return failed(`The seal key was revoked at ${revokedAt.toISOString()}${reason}, before the seal was stamped.`);
  }
  const at = time.at ?? claimedAt;
  if (!at) return notChecked('The statement doesn’t contain the time of signing.');
  if (!isWithin(key.validFor, at)) return failed(`The seal key was not valid at ${at.toISOString()}.`);
  return time.at
    ? passed(`The seal key was valid at ${at.toISOString()}, the proven time.`)
    : passed(`The seal key was valid at ${at.toISOString()}, according to the issuer: the time is not proven here.`);
}

/** Runs a check. An error about unreadable or refused input becomes a failed finding. */
function readable(look: () => CheckFinding, check?: CheckName): CheckFinding {
  try {
    return look();
  } catch (error) {
    if (error instanceof MalformedProof) return failed(error.message);
    if (error instanceof MalformedInput || error instanceof NoteRefused) {
      const where = check === CheckName.witnesses ? 'A cosignature is not valid' : 'The checkpoint is not valid';
      return failed(`${where}: ${error.message}.`);
    }
    throw error;
  }
}
