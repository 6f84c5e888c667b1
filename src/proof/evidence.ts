import { bytesToHex } from '@noble/hashes/utils.js';
import { type Bundle, paeDigestOf, signatureOf, signedBytes } from './bundle.ts';
import { equalBytes } from './bytes.ts';
import { type OpenedCheckpoint, openCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { type ConsistencyProof, consistencyPath } from './consistency-proof.ts';
import { entryMismatch, parseEntryBody } from './entry.ts';
import { Malformed } from './malformed.ts';
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
  /** A sentence: what was found. */
  detail: string;
  /** Who has to be trusted for it. */
  trusts: string;
}

/** One finding. `isUnknown` when it fails for want of something pinned, which is no sign of forgery. */
export interface CheckFinding {
  status: CheckStatus;
  detail: string;
  isUnknown?: true;
  /** Where the service of the log gives the proof that is wanting, beneath its own address. */
  proofPath?: string;
}

/** A checkpoint that the reader kept from earlier. */
export interface SavedCheckpoint {
  note: string;
  /** That one tree is a part of the other, whichever is the larger; null when the reader has no such proof. */
  consistency: ConsistencyProof | null;
}

export const TimeStatus = { PROVEN: 'PROVEN', NOT_PROVEN: 'NOT_PROVEN', NOT_CHECKED_HERE: 'NOT_CHECKED_HERE' } as const;
export type TimeStatus = (typeof TimeStatus)[keyof typeof TimeStatus];

export interface ProvenTime {
  status: TimeStatus;
  /** The signature existed then: the earliest of its stamps. */
  at: Date | null;
  by: string | null;
  /** There is a time stamp, by an authority that is not pinned. */
  isOfUnknown?: true;
}

/** What is known of when it was signed. */
interface SigningTime {
  time: ProvenTime;
  /** By the signer's word. Null when it cannot be read. */
  claimedAt: Date | null;
}

/** What a bundle proves, whatever its statement says. Seals and statuses are held to the same. */
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
  /** By the signer's word; counts for a key's validity only where no time is proven. Null when it cannot be read. */
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
        : notChecked('There is no checkpoint to look at.'),
    timestamp,
    key: keyFinding(sealKey, time, claimedAt),
    time,
  };
}

export const passed = (detail: string): CheckFinding => ({ status: 'passed', detail });
export const failed = (detail: string): CheckFinding => ({ status: 'failed', detail });
export const notChecked = (detail: string): CheckFinding => ({ status: 'not-checked', detail });
export const unknown = (detail: string): CheckFinding => ({ status: 'failed', detail, isUnknown: true });
export const cannotTell = (detail: string): CheckFinding => ({ status: 'not-checked', detail, isUnknown: true });

function signatureFinding(bundle: Bundle, sealKey: TrustedSealKey | undefined): CheckFinding {
  const { payloadType } = bundle.envelope;
  if (payloadType !== STATEMENT_MEDIA_TYPE) {
    return failed(`What is signed is not an in-toto statement but ${JSON.stringify(payloadType.slice(0, 100))}.`);
  }
  if (!sealKey) return notChecked('The key that should have signed is not pinned.');
  return p256KeyOf(sealKey.publicKey).verifies(signedBytes(bundle), signatureOf(bundle))
    ? passed('The seal key signed this statement.')
    : failed('The signature is not by the seal key over this statement.');
}

function entryFinding(bundle: Bundle, sealKey: TrustedSealKey | undefined): CheckFinding {
  return readable(() => {
    const entry = parseEntryBody(bundle.logEntry.canonicalizedBody);
    const publicKey = sealKey?.publicKey ?? entry.publicKey;
    if (!equalBytes(sealKeyId(publicKey), bundle.keyId)) {
      return failed('The log entry names another key than the one that signed.');
    }
    const mismatch = entryMismatch(entry, {
      paeDigest: paeDigestOf(bundle),
      signature: signatureOf(bundle),
      publicKey,
    });
    return mismatch === null ? passed('The log entry is of this statement, signature and key.') : failed(mismatch);
  });
}

function checkpointOf(
  bundle: Bundle,
  log: TrustedLog | undefined,
  { trust, keptCheckpoint: kept }: EvidenceOptions,
  at: Date | null,
): { finding: CheckFinding; opened: OpenedCheckpoint | null } {
  if (!log) return { finding: unknown('The log is not one that is pinned.'), opened: null };
  let opened: OpenedCheckpoint | null = null;
  const finding = readable(() => {
    opened = openCheckpoint(bundle.logEntry.inclusionProof.checkpoint, logKeyOf(log));
    if (at && !isWithin(log.validFor, at)) return failed(`${log.origin} was not trusted at ${at.toISOString()}.`);
    const last = lastOf(log, trust);
    if (last && opened.size > last.size) {
      // Either what was published got lost before the log was closed, or somebody went on with its key.
      return unknown(
        `${log.origin} signed a tree of ${opened.size} entries, but the trust file says that it ended with ${last.size}. Keep both: they are evidence.`,
      );
    }
    if (last && opened.size === last.size && !equalBytes(opened.root, last.root)) {
      return failed(
        `${log.origin} signed two different trees of ${last.size} entries: this one, and the one it ended with. Keep both: they are evidence.`,
      );
    }
    const signed = `${log.origin} signed its tree of ${opened.size} entries.`;
    return kept ? keptFinding(opened, kept, log, trust, signed) : passed(signed);
  });
  return { finding, opened };
}

/** With which tree the log ended; null for one that goes on. */
function lastOf(log: TrustedLog, { closedLogs }: Trust): OpenedCheckpoint | null {
  const closed = closedLogs.find(({ origin }) => origin === log.origin);
  return closed ? openCheckpoint(closed.checkpoint, logKeyOf(log)) : null;
}

/** The log has to be the one the reader saw earlier, grown and not rewritten. */
function keptFinding(
  opened: OpenedCheckpoint,
  kept: SavedCheckpoint,
  log: TrustedLog,
  trust: Trust,
  signed: string,
): CheckFinding {
  const old = keptCheckpointOf(kept.note, log, trust);
  if (typeof old === 'string') return unknown(`${signed} ${old}`);
  if (old.size === 0)
    return passed(`${signed} The checkpoint you kept is of the empty log, so there is nothing to compare.`);
  if (old.size === opened.size) {
    return equalBytes(old.root, opened.root)
      ? passed(`${signed} It is the tree of the checkpoint you kept.`)
      : failed(twoTrees(log, old.size));
  }
  const [smaller, larger] = old.size < opened.size ? [old, opened] : [opened, old];
  const proofPath = consistencyPath(log.origin, smaller.size, larger.size);
  const wanted = `Wanted is the one from ${smaller.size} entries to ${larger.size}: the log’s service has it at ${proofPath}.`;
  const without = (why: string): CheckFinding => ({ ...cannotTell(`${signed} ${why} ${wanted}`), proofPath });
  if (kept.consistency === null) {
    return without(
      `The checkpoint you kept is of ${old.size}, and no proof is here that the log was not rewritten in between.`,
    );
  }
  const proven = provenCheckpoint(kept.consistency, log);
  if (typeof proven === 'string') return without(proven);
  if (kept.consistency.oldSize !== smaller.size || proven.size !== larger.size) {
    return without(`The proof you gave leads from ${kept.consistency.oldSize} entries to ${proven.size}.`);
  }
  if (!equalBytes(proven.root, larger.root)) return failed(twoTrees(log, larger.size));
  return verifyConsistency(smaller.size, larger.size, kept.consistency.proof, smaller.root, larger.root)
    ? passed(`${signed} It is consistent with the checkpoint you kept, of ${old.size} entries.`)
    : failed(`Nothing proves that this tree and the one you kept, of ${old.size} entries, are of one history.`);
}

function twoTrees({ origin }: TrustedLog, size: number): string {
  return `${origin} signed two different trees of ${size} entries. Keep both checkpoints: they are evidence.`;
}

/** The checkpoint that the reader kept, or why the seal cannot be compared with it: that is no fault of the seal. */
function keptCheckpointOf(note: string, log: TrustedLog, trust: Trust): OpenedCheckpoint | string {
  return orWhy('The checkpoint you kept', () => {
    const { origin } = parseCheckpoint(parseNote(note).text);
    if (origin === log.origin) return openCheckpoint(note, logKeyOf(log));
    const known = trust.logs.some((other) => other.origin === origin)
      ? 'Your trust file names that one as well: one of them took the place of the other'
      : 'Your trust file does not name that log';
    return `The checkpoint you kept is of another log, ${origin}, and says nothing about this one. ${known}. Give a checkpoint of ${log.origin}.`;
  });
}

/** The later checkpoint in a proof, or why the proof is none of this log. */
function provenCheckpoint({ checkpoint }: ConsistencyProof, log: TrustedLog): OpenedCheckpoint | string {
  return orWhy('The proof you gave', () => {
    const { origin } = parseCheckpoint(parseNote(checkpoint).text);
    return origin === log.origin
      ? openCheckpoint(checkpoint, logKeyOf(log))
      : `The proof you gave is of another log, ${origin}.`;
  });
}

function orWhy<T>(what: string, read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed || error instanceof NoteRefused)
      return `${what} is not to be believed: ${error.message}.`;
    throw error;
  }
}

function inclusionFinding({ logEntry }: Bundle, checkpoint: OpenedCheckpoint | null): CheckFinding {
  if (!checkpoint) return notChecked('There is no checkpoint to prove it against.');
  const { logIndex, inclusionProof: proof, canonicalizedBody } = logEntry;
  // Nothing signs these three, and a reader who believes them is told of another place, tree or size (rekor v2, sigstore-js).
  if (logIndex !== proof.logIndex) return failed('The bundle gives the entry two different indexes.');
  if (proof.treeSize !== checkpoint.size) return failed('The proof is for another tree size than the checkpoint.');
  if (!equalBytes(proof.rootHash, checkpoint.root)) return failed('The proof is for another root than the checkpoint.');
  return verifyInclusion(logIndex, checkpoint.size, leafHash(canonicalizedBody), proof.hashes, checkpoint.root)
    ? passed(`It is entry ${logIndex} of the ${checkpoint.size} in the log.`)
    : failed(`It is not proven that this is entry ${logIndex} of the log.`);
}

/**
 * Whether enough witnesses saw this tree. What they had to see has changed over the years, so a checkpoint is held to any
 * policy that there was: the cosignatures themselves say when they were made. Where no witness had to cosign yet, only a
 * time that somebody else vouches for proves that it was then.
 */
function witnessFinding({ logEntry }: Bundle, log: TrustedLog, trust: Trust, dated: SigningTime): CheckFinding {
  const { witnessPolicies: policies } = trust;
  const current = policies.at(-1);
  const known = distinctKeys(policies.flatMap(({ witnesses }) => witnesses));
  if (!current || known.length === 0) {
    return notChecked('No witness is pinned, so only the log itself vouches for its tree.');
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
      : notChecked('No pinned witness cosigned, and none has to.');
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
  if (wasFree(time.at)) return notChecked('No witness had to cosign when it was stamped.');
  if (time.at === null && wasFree(claimedAt)) {
    return cannotTell(
      'It claims to be from a time when no witness had to cosign, and nothing proves that. The service may have a cosigned bundle of it by now.',
    );
  }
  return failed(`${cosigned} of the pinned witnesses cosigned; ${quorum} have to.`);
}

function countsFor({ witnesses, validFor: { end } }: WitnessPolicy, { key, timeSeconds }: VerifiedSignature): boolean {
  const isIts = witnesses.some(({ publicKey }) => equalBytes(publicKey, key.publicKey));
  return isIts && (end === undefined || (timeSeconds !== null && timeSeconds * 1000 <= end.getTime()));
}

/** A witness stays one from policy to policy. */
function distinctKeys(keys: readonly VerifierKey[]): VerifierKey[] {
  return [...new Map(keys.map((key) => [formatVerifierKey(key), key])).values()];
}

async function stampOf(bundle: Bundle, trust: Trust, now: Date): Promise<{ finding: CheckFinding; time: ProvenTime }> {
  const notProven: ProvenTime = { status: 'NOT_PROVEN', at: null, by: null };
  const stamps = bundle.timeStamps;
  if (stamps.length === 0) {
    return { finding: notChecked('It has no time stamp, so its time is not proven.'), time: notProven };
  }
  if (new Set(stamps.map(bytesToHex)).size < stamps.length) {
    return { finding: failed('The same time stamp is given twice.'), time: notProven };
  }
  let earliest: { at: Date; authority: string } | null = null;
  let notHere: string | null = null;
  let ofUnknown: string | null = null;
  for (const stamp of stamps) {
    const result = await verifyTimeStamp(stamp, signatureOf(bundle), trust.timeStampAuthorities, now);
    // Every one has to hold: a bad stamp beside a good one is a bundle that somebody put together.
    if (result.status === 'failed') return { finding: failed(result.reason), time: notProven };
    if (result.status === 'not-checked') notHere = result.reason;
    else if (result.status === 'unknown') ofUnknown = result.reason;
    else if (!earliest || result.at < earliest.at) earliest = result;
  }
  if (ofUnknown !== null) return { finding: unknown(ofUnknown), time: { ...notProven, isOfUnknown: true } };
  if (notHere !== null || earliest === null) {
    const time: ProvenTime = { status: 'NOT_CHECKED_HERE', at: null, by: null };
    return { finding: notChecked(notHere ?? 'The time stamp is not checked here.'), time };
  }
  return {
    finding: passed(`${earliest.authority} says that the signature existed at ${earliest.at.toISOString()}.`),
    time: { status: 'PROVEN', at: earliest.at, by: earliest.authority },
  };
}

function keyFinding(key: TrustedSealKey | undefined, time: ProvenTime, claimedAt: Date | null): CheckFinding {
  if (!key) return unknown('The seal key is not one that is pinned.');
  const { revokedAt } = key;
  const reason = key.reason ? ` (${key.reason})` : '';
  if (revokedAt && (time.status === 'NOT_CHECKED_HERE' || time.isOfUnknown)) {
    return cannotTell(
      `The seal key was revoked at ${revokedAt.toISOString()}${reason}; whether the seal is older is not checked here.`,
    );
  }
  if (revokedAt && !time.at) {
    return failed(
      `The seal key was revoked at ${revokedAt.toISOString()}${reason}, and nothing proves the seal is older.`,
    );
  }
  if (revokedAt && time.at && time.at >= revokedAt) {
    return failed(`The seal key was revoked at ${revokedAt.toISOString()}${reason}, before the seal was stamped.`);
  }
  const at = time.at ?? claimedAt;
  if (!at) return notChecked('The statement does not say when it was signed.');
  if (!isWithin(key.validFor, at)) return failed(`The seal key was not valid at ${at.toISOString()}.`);
  return time.at
    ? passed(`The seal key was valid at ${at.toISOString()}, the proven time.`)
    : passed(
        `The seal key was valid at ${at.toISOString()}, which is the issuer's own word: the time is not proven here.`,
      );
}

/** What reading throws is a finding, not an accident. */
function readable(look: () => CheckFinding, check?: CheckName): CheckFinding {
  try {
    return look();
  } catch (error) {
    if (error instanceof MalformedProof) return failed(error.message);
    if (error instanceof Malformed || error instanceof NoteRefused) {
      const where =
        check === CheckName.witnesses ? 'A witness is not to be believed' : 'The checkpoint is not to be believed';
      return failed(`${where}: ${error.message}.`);
    }
    throw error;
  }
}
