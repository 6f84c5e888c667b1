import { bytesToHex } from '@noble/hashes/utils.js';
import { type Bundle, paeDigestOf, parseBundle } from './bundle.ts';
import { verifyEnvelope } from './dsse.ts';
import {
  type BundleEvidence,
  type CheckFinding,
  cannotTell,
  evidenceOf,
  failed,
  notChecked,
  passed,
} from './evidence.ts';
import { MalformedProof } from './malformed-proof.ts';
import { p256KeyOf } from './public-key.ts';
import { parseStanding, type StandingEnvelope } from './standing-envelope.ts';
import {
  parseStatusStatement,
  SealStanding,
  type SealStatement,
  SealStatusKind,
  STATEMENT_MEDIA_TYPE,
  type StatusPredicate,
} from './statement.ts';
import { readableInstant } from './statement-facts.ts';
import { statusSentence } from './status-sentence.ts';
import { isWithin, type Trust } from './trust.ts';

/**
 * How old the issuer's word may be that a seal is in force. Longer, and a revocation of yesterday is not seen; shorter, and a
 * page that was opened in the morning says less in the afternoon.
 */
const MAX_STANDING_AGE_MS = 24 * 3600_000;

/** How far a verifier's own clock may be behind before a statement counts as one from the future. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** What is known of a seal's later life. */
export interface StatusAssessment {
  finding: CheckFinding;
  /** The status that weighs most of those that are proven: signed by the issuer's key, and in the log. */
  proven: StatusPredicate | null;
  /** Something says that the seal no longer stands, or may say so, and it is not shown whether that counts. */
  isInDoubt: boolean;
  /** As of when its issuer has signed that it is neither revoked nor superseded, ISO 8601; null when that is not shown. */
  inForceAsOf: string | null;
}

export interface StatusAssessmentOptions {
  trust: Trust;
  now: Date;
  /** Whether the keys of the trust file tell whose they are: else nothing is said to be its issuer's deed. */
  isWhoShown: boolean;
}

interface ParsedSeal {
  bundle: Bundle;
  /** Null when it cannot be read. */
  statement: SealStatement | null;
}

/** What one statement that was given comes to. */
type WeighedStatement =
  | { kind: 'status'; predicate: StatusPredicate; besides: string }
  | { kind: 'standing'; standing: SealStanding; asOf: Date }
  /** It has no weight, and that says nothing against the seal. */
  | { kind: 'aside'; why: string }
  /** It may be what ends the seal, spoilt or not provable here. */
  | { kind: 'doubt'; why: string };

const aside = (why: string): WeighedStatement => ({ kind: 'aside', why });
const doubt = (why: string): WeighedStatement => ({ kind: 'doubt', why });

/**
 * Weighs what was given of a seal's later life. It fails closed: whoever hands statements on can leave some out or spoil
 * them, so that a seal is in force is only said on its issuer's signed word, and a statement that may end it is never passed
 * over.
 * @param statements bundles of statuses and statements of standing; undefined when nobody was asked for any
 */
export async function laterLifeOf(
  sealed: ParsedSeal,
  statements: readonly (string | Uint8Array)[] | undefined,
  { trust, now, isWhoShown }: StatusAssessmentOptions,
): Promise<StatusAssessment> {
  const open = (detail: string): StatusAssessment => ({
    finding: notChecked(detail),
    proven: null,
    isInDoubt: false,
    inForceAsOf: null,
  });
  if (statements === undefined) return open('Whether it was revoked was not asked.');
  const { bundle, statement } = sealed;
  if (statement === null) return open('There is no statement that a status could be of.');
  const weighed: WeighedStatement[] = [];
  for (const source of statements) weighed.push(await weigh(source, { bundle, statement }, trust, now));
  return outcomeOf(weighed, now, isWhoShown);
}

const SEVERITY = [SealStatusKind.REVOKED, SealStatusKind.SUPERSEDED, SealStatusKind.ERASED];

function outcomeOf(weighed: readonly WeighedStatement[], now: Date, isWhoShown: boolean): StatusAssessment {
  const of = <K extends WeighedStatement['kind']>(kind: K) =>
    weighed.filter((one): one is Extract<WeighedStatement, { kind: K }> => one.kind === kind);
  const counted = of('status');
  const [newest = null] = of('standing').toSorted((one, other) => other.asOf.getTime() - one.asOf.getTime());
  const worst =
    SEVERITY.map((kind) => counted.find(({ predicate }) => predicate.status === kind)).find(Boolean) ?? null;
  const doubts = [...of('doubt').map(({ why }) => why), ...unstated(newest, counted)];
  const besides = of('aside')
    .map(({ why }) => ` A statement was given that does not count: ${why}`)
    .join('');
  const proven = worst?.predicate ?? null;

  if (proven?.status === SealStatusKind.REVOKED || (proven?.status === SealStatusKind.SUPERSEDED && !doubts[0])) {
    const finding = failed(`${statusSentence(proven, isWhoShown)}${worst?.besides}${besides}`);
    return { finding, proven, isInDoubt: false, inForceAsOf: null };
  }
  if (doubts[0]) {
    const finding = cannotTell(`Whether it still stands is not shown. ${doubts.join(' ')}${besides}`);
    return { finding, proven, isInDoubt: true, inForceAsOf: null };
  }
  const erased = proven ? ' The issuer has erased its own copy; that takes nothing from this one.' : '';
  return { ...inForce(newest, `${erased}${besides}`, now), proven, isInDoubt: false };
}

type WeighedStanding = Extract<WeighedStatement, { kind: 'standing' }>;

/** That a seal has ended, as the issuer says in passing, without the logged statement of it. */
function unstated(
  newest: WeighedStanding | null,
  counted: readonly Extract<WeighedStatement, { kind: 'status' }>[],
): string[] {
  if (newest === null || newest.standing === SealStanding.IN_FORCE) return [];
  const { standing, asOf } = newest;
  if (counted.some(({ predicate: { status } }) => status === standing)) return [];
  return [
    `As of ${readableInstant(asOf.toISOString())} it was ${standing.toLowerCase()}, as a seal key of the trust file has signed; the logged statement of that was not given.`,
  ];
}

function inForce(
  newest: WeighedStanding | null,
  besides: string,
  now: Date,
): Pick<StatusAssessment, 'finding' | 'inForceAsOf'> {
  if (!newest) {
    const finding = notChecked(
      `Whether it was revoked or superseded was not shown: what was given holds no signed word that it is in force, so a revocation may have been left out.${besides}`,
    );
    return { finding, inForceAsOf: null };
  }
  const at = newest.asOf.toISOString();
  const neither = `As of ${readableInstant(at)} it was neither revoked nor superseded, as a seal key of the trust file has signed`;
  return now.getTime() - newest.asOf.getTime() <= MAX_STANDING_AGE_MS
    ? { finding: passed(`${neither}.${besides}`), inForceAsOf: at }
    : { finding: notChecked(`${neither}. What became of it since was not shown.${besides}`), inForceAsOf: null };
}

async function weigh(
  source: string | Uint8Array,
  sealed: { bundle: Bundle; statement: SealStatement },
  trust: Trust,
  now: Date,
): Promise<WeighedStatement> {
  try {
    const standing = parseStanding(source);
    if (standing) return weighStanding(standing, sealed, trust, now);
    const bundle = parseBundle(source);
    const { subject, predicate } = parseStatusStatement(bundle.envelope.payload);
    if (!isOf(sealed, subject[0].digest.sha256, predicate.sealId)) return aside('it is about another seal.');
    const evidence = await evidenceOf(bundle, { trust, now, claimedAt: new Date(predicate.claimedAt) });
    return weighStatus(predicate, evidence);
  } catch (error) {
    if (!(error instanceof MalformedProof)) throw error;
    return doubt(`A statement was given that cannot be read, and it may be a revocation: ${error.message}`);
  }
}

/** Both: an id is no proof, and a digest is of the very statement. */
function isOf(
  { bundle, statement }: { bundle: Bundle; statement: SealStatement },
  paeDigest: string,
  sealId: string,
): boolean {
  return paeDigest === bytesToHex(paeDigestOf(bundle)) && sealId === statement.predicate.sealId;
}

/**
 * A status counts when the issuer's key signed it and the log signed a tree that holds it. Witnesses are not waited for: they
 * vouch for the log's history, and that the issuer said so is proven without them. Nor does a time stamp decide anything:
 * whoever hands the bundle on can add a bad one, or a good one of today, to bring a withdrawn seal back.
 */
function weighStatus(
  predicate: StatusPredicate,
  { signature, entry, checkpoint, inclusion, witnesses, key, time }: BundleEvidence,
): WeighedStatement {
  const says = `A statement was given that it was ${predicate.status.toLowerCase()}`;
  if (signature.status !== 'passed')
    return doubt(`${says}, and it is not shown that its issuer says so: ${signature.detail}`);
  // That the key was lost or has ended since must not bring a withdrawn seal back; a stamp only says that it was not later.
  if (key.status === 'failed' && time.at !== null)
    return doubt(`${says}, and it is not shown that its issuer says so: ${key.detail}`);
  const unlogged = [entry, checkpoint, inclusion].find(({ status }) => status !== 'passed');
  if (unlogged) {
    return predicate.status === SealStatusKind.ERASED
      ? aside(unlogged.detail)
      : doubt(`${says}, signed by the seal key, and it is not shown that it is in the log: ${unlogged.detail}`);
  }
  return {
    kind: 'status',
    predicate,
    besides: witnesses.status === 'failed' ? ' Not enough witnesses have seen that yet.' : '',
  };
}

/** Signed and not logged, so a key that somebody else may have says nothing here. */
function weighStanding(
  { envelope, statement: { subject, predicate } }: StandingEnvelope,
  sealed: { bundle: Bundle; statement: SealStatement },
  trust: Trust,
  now: Date,
): WeighedStatement {
  if (!isOf(sealed, subject[0].digest.sha256, predicate.sealId)) return aside('it is about another seal.');
  const asOf = new Date(predicate.asOf);
  const key = trust.sealKeys.find(({ publicKey }) =>
    verifyEnvelope(envelope, [p256KeyOf(publicKey)], [STATEMENT_MEDIA_TYPE]),
  );
  const flaw = !key
    ? 'no seal key that is pinned signed it.'
    : key.revokedAt
      ? 'the seal key that signed it was revoked, and nothing proves that it is older.'
      : !isWithin(key.validFor, asOf)
        ? `the seal key that signed it was not valid at ${asOf.toISOString()}.`
        : asOf.getTime() > now.getTime() + CLOCK_TOLERANCE_MS
          ? `it is from the future: ${asOf.toISOString()}.`
          : null;
  if (flaw === null) return { kind: 'standing', standing: predicate.standing, asOf };
  return predicate.standing === SealStanding.IN_FORCE
    ? aside(flaw)
    : doubt(
        `A statement was given that it is ${predicate.standing.toLowerCase()}, and it is not shown that its issuer says so: ${flaw}`,
      );
}
