import { bytesToHex } from '@noble/hashes/utils.js';
import { type Bundle, paeDigestOf, parseBundle } from './bundle.ts';
import { verifyEnvelope } from './dsse.ts';
import {
  type BundleEvidence,
  type CheckFinding,
  evidenceOf,
  failed,
  notChecked,
  passed,
  uncheckedUnknown,
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
 * Maximum age of the issuer's statement that a seal is in force. With a higher maximum, yesterday's revocation could go
 * unnoticed; with a lower one, a page opened in the morning would expire by the afternoon.
 */
const MAX_STANDING_AGE_MS = 24 * 3600_000;

/** Time by which the verifier's clock may be behind the issuer's. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Result of assessing a seal's status statements. */
export interface StatusAssessment {
  finding: CheckFinding;
  /** The most severe proven status: the issuer's key signed it, and it is in the log. */
  proven: StatusPredicate | null;
  /** True if a statement may revoke or supersede the seal, but its validity isn't proven. */
  isInDoubt: boolean;
  /**
   * Time at which the issuer signed that the seal is neither revoked nor superseded, in ISO 8601. Null if not proven, or if
   * that time is more than a day ago.
   */
  inForceAsOf: string | null;
}

export interface StatusAssessmentOptions {
  trust: Trust;
  now: Date;
  /** True if the trust file proves who owns the keys. Otherwise nothing is attributed to the issuer. */
  isWhoShown: boolean;
}

interface ParsedSeal {
  bundle: Bundle;
  /** The seal's statement. Null if unreadable. */
  statement: SealStatement | null;
}

/** Meaning of one status statement for the seal. */
type AssessedStatement =
  | { kind: 'status'; predicate: StatusPredicate; remarks: string }
  | { kind: 'standing'; standing: SealStanding; asOf: Date }
  /** The statement is irrelevant, and isn't a reason against the seal. */
  | { kind: 'aside'; why: string }
  /** The statement may revoke or supersede the seal, but is damaged or can't be proven with this trust file. */
  | { kind: 'doubt'; why: string };

const ignored = (why: string): AssessedStatement => ({ kind: 'aside', why });
const doubtful = (why: string): AssessedStatement => ({ kind: 'doubt', why });

/**
 * Assesses all statements about a seal's status. The sender can omit or damage statements, so a seal only counts as in force if
 * its issuer signed that it is, and a statement that could revoke or supersede it is never ignored.
 * @param statements bundles of status changes and statements of the current status; undefined if none were requested
 */
export async function assessStatus(
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
  if (statements === undefined) return open('Revocation was not checked.');
  const { bundle, statement } = sealed;
  if (statement === null) return open('The seal’s own statement is unreadable, so no status can be matched to it.');
  const weighed: AssessedStatement[] = [];
  for (const source of statements) weighed.push(await assessStatement(source, { bundle, statement }, trust, now));
  return outcomeOf(weighed, now, isWhoShown);
}

const SEVERITY = [SealStatusKind.REVOKED, SealStatusKind.SUPERSEDED, SealStatusKind.ERASED];

function outcomeOf(weighed: readonly AssessedStatement[], now: Date, isWhoShown: boolean): StatusAssessment {
  const of = <K extends AssessedStatement['kind']>(kind: K) =>
    weighed.filter((one): one is Extract<AssessedStatement, { kind: K }> => one.kind === kind);
  const counted = of('status');
  const [newest = null] = of('standing').toSorted((one, other) => other.asOf.getTime() - one.asOf.getTime());
  const worst =
    SEVERITY.map((kind) => counted.find(({ predicate }) => predicate.status === kind)).find(Boolean) ?? null;
  const doubts = [...of('doubt').map(({ why }) => why), ...unloggedEnd(newest, counted)];
  const remarks = of('aside')
    .map(({ why }) => ` One statement doesn’t count: ${why}`)
    .join('');
  const proven = worst?.predicate ?? null;

  if (proven?.status === SealStatusKind.REVOKED || (proven?.status === SealStatusKind.SUPERSEDED && !doubts[0])) {
    const finding = failed(`${statusSentence(proven, isWhoShown)}${worst?.remarks}${remarks}`);
    return { finding, proven, isInDoubt: false, inForceAsOf: null };
  }
  if (doubts[0]) {
    const finding = uncheckedUnknown(`It is not proven that the seal is still in force. ${doubts.join(' ')}${remarks}`);
    return { finding, proven, isInDoubt: true, inForceAsOf: null };
  }
  const erased = proven ? ' The issuer has erased its own copy, which does not affect this one.' : '';
  return { ...inForce(newest, `${erased}${remarks}`, now), proven, isInDoubt: false };
}

type AssessedStanding = Extract<AssessedStatement, { kind: 'standing' }>;

/**
 * Revocation or supersession that only the issuer's statement of the current status reports, because the logged statement is
 * missing.
 */
function unloggedEnd(
  newest: AssessedStanding | null,
  counted: readonly Extract<AssessedStatement, { kind: 'status' }>[],
): string[] {
  if (newest === null || newest.standing === SealStanding.IN_FORCE) return [];
  const { standing, asOf } = newest;
  if (counted.some(({ predicate: { status } }) => status === standing)) return [];
  return [
    `According to a statement signed by a trusted seal key, it was ${standing.toLowerCase()} as of ${readableInstant(asOf.toISOString())}; the logged statement of that was not given.`,
  ];
}

function inForce(
  newest: AssessedStanding | null,
  remarks: string,
  now: Date,
): Pick<StatusAssessment, 'finding' | 'inForceAsOf'> {
  if (!newest) {
    const finding = notChecked(
      `It is not proven that the seal was not revoked or superseded: there is no signed statement that it is in force, so a revocation may have been left out.${remarks}`,
    );
    return { finding, inForceAsOf: null };
  }
  const at = newest.asOf.toISOString();
  const neither = `As of ${readableInstant(at)} it was neither revoked nor superseded, as signed by a trusted seal key`;
  return now.getTime() - newest.asOf.getTime() <= MAX_STANDING_AGE_MS
    ? { finding: passed(`${neither}.${remarks}`), inForceAsOf: at }
    : { finding: notChecked(`${neither}. Later changes were not checked.${remarks}`), inForceAsOf: null };
}

async function assessStatement(
  source: string | Uint8Array,
  sealed: { bundle: Bundle; statement: SealStatement },
  trust: Trust,
  now: Date,
): Promise<AssessedStatement> {
  try {
    const standing = parseStanding(source);
    if (standing) return assessStanding(standing, sealed, trust, now);
    const bundle = parseBundle(source);
    const { subject, predicate } = parseStatusStatement(bundle.envelope.payload);
    if (!isOf(sealed, subject[0].digest.sha256, predicate.sealId)) return ignored('it is about another seal.');
    const evidence = await evidenceOf(bundle, { trust, now, claimedAt: new Date(predicate.claimedAt) });
    return assessStatusChange(predicate, evidence);
  } catch (error) {
    if (!(error instanceof MalformedProof)) throw error;
    return doubtful(`One statement is unreadable and may be a revocation: ${error.message}`);
  }
}

/**
 * True if the statement is about this seal. Id and digest must both match: the id alone proves nothing, and the digest identifies
 * the statement.
 */
function isOf(
  { bundle, statement }: { bundle: Bundle; statement: SealStatement },
  paeDigest: string,
  sealId: string,
): boolean {
  return paeDigest === bytesToHex(paeDigestOf(bundle)) && sealId === statement.predicate.sealId;
}

/**
 * Assesses one status change. It counts if the issuer's key signed it and the log signed a tree that contains it. Witnesses
 * aren't required: they confirm the log's history, but the issuer's signature is proven without them. Valid time stamps aren't
 * required either, because the sender could add an invalid one to hide a revocation.
 */
function assessStatusChange(
  predicate: StatusPredicate,
  { signature, entry, checkpoint, inclusion, witnesses, key, time }: BundleEvidence,
): AssessedStatement {
  const says = `One statement says that it was ${predicate.status.toLowerCase()}`;
  if (signature.status !== 'passed')
    return doubtful(`${says}, but it is not proven that the issuer signed it: ${signature.detail}`);
  // Without a proven time, the statement counts even if its key has been revoked or has expired. With a proven time, the key
  // must have been valid at that time.
  if (key.status === 'failed' && time.at !== null)
    return doubtful(`${says}, but it is not proven that the issuer signed it: ${key.detail}`);
  const unlogged = [entry, checkpoint, inclusion].find(({ status }) => status !== 'passed');
  if (unlogged) {
    return predicate.status === SealStatusKind.ERASED
      ? ignored(unlogged.detail)
      : doubtful(
          `${says} and is signed by the seal key, but it is not proven that it is in the log: ${unlogged.detail}`,
        );
  }
  return {
    kind: 'status',
    predicate,
    remarks: witnesses.status === 'failed' ? ' Not enough witnesses have seen that yet.' : '',
  };
}

/**
 * Assesses one statement of the current status. It is signed but not logged, so it proves nothing if the key may be compromised.
 */
function assessStanding(
  { envelope, statement: { subject, predicate } }: StandingEnvelope,
  sealed: { bundle: Bundle; statement: SealStatement },
  trust: Trust,
  now: Date,
): AssessedStatement {
  if (!isOf(sealed, subject[0].digest.sha256, predicate.sealId)) return ignored('it is about another seal.');
  const asOf = new Date(predicate.asOf);
  const key = trust.sealKeys.find(({ publicKey }) =>
    verifyEnvelope(envelope, [p256KeyOf(publicKey)], [STATEMENT_MEDIA_TYPE]),
  );
  const flaw = !key
    ? 'it is not signed by a pinned seal key.'
    : key.revokedAt
      ? 'its seal key was revoked, and nothing proves that the statement is older.'
      : !isWithin(key.validFor, asOf)
        ? `its seal key was not valid at ${asOf.toISOString()}.`
        : asOf.getTime() > now.getTime() + CLOCK_TOLERANCE_MS
          ? `it is from the future: ${asOf.toISOString()}.`
          : null;
  if (flaw === null) return { kind: 'standing', standing: predicate.standing, asOf };
  return predicate.standing === SealStanding.IN_FORCE
    ? ignored(flaw)
    : doubtful(
        `One statement says that it is ${predicate.standing.toLowerCase()}, but it is not proven that the issuer signed it: ${flaw}`,
      );
}
