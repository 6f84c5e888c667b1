import { bytesToHex } from '@noble/hashes/utils.js';
import { type Bundle, paeDigestOf, parseBundle } from './bundle.ts';
import { type Envelope, verifyEnvelope } from './dsse.ts';
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
import { parseStandingEnvelope } from './standing-envelope.ts';
import {
  parseStandingStatement,
  parseStatusStatement,
  SealStanding,
  type SealStatement,
  SealStatusKind,
  STATEMENT_MEDIA_TYPE,
  type StatusPredicate,
} from './statement.ts';
import { readableInstant } from './statement-facts.ts';
import { statusSentence } from './status-sentence.ts';
import { isWithin, type Trust, type TrustedSealKey } from './trust.ts';
import { type UnknownMembers, unknownMembersSentence } from './unknown-members.ts';

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
  /** True if the only doubt is that statements are unreadable, which anyone who passed them on could have caused. */
  isListDamaged: boolean;
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
  | { kind: 'standing'; standing: SealStanding; asOf: Date; remarks: string }
  /** The statement is about another seal. */
  | { kind: 'other' }
  /** The statement proves nothing, and doesn't count against the seal. */
  | { kind: 'aside'; why: string }
  /** The statement can't be read, so the list of statements is damaged. */
  | { kind: 'damage'; why: string }
  /** The statement says that the seal was revoked or superseded, or may say so, but this trust file doesn't prove it. */
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
  if (statements === undefined) return open('No status list was given.');
  const { bundle, statement } = sealed;
  if (statement === null) return open('The seal’s own statement is unreadable, so no status can be matched to it.');
  const assessed: AssessedStatement[] = [];
  for (const source of statements) assessed.push(await assessStatement(source, { bundle, statement }, trust, now));
  return outcomeOf(assessed, now, isWhoShown);
}

const open = (detail: string): StatusAssessment => ({
  finding: notChecked(detail),
  proven: null,
  isInDoubt: false,
  isListDamaged: false,
  inForceAsOf: null,
});

const SEVERITY = [SealStatusKind.REVOKED, SealStatusKind.SUPERSEDED, SealStatusKind.ERASED];

function outcomeOf(assessed: readonly AssessedStatement[], now: Date, isWhoShown: boolean): StatusAssessment {
  const of = <K extends AssessedStatement['kind']>(kind: K) =>
    assessed.filter((one): one is Extract<AssessedStatement, { kind: K }> => one.kind === kind);
  const counted = of('status');
  const [newest = null] = of('standing').toSorted((one, other) => other.asOf.getTime() - one.asOf.getTime());
  const worst =
    SEVERITY.map((kind) => counted.find(({ predicate }) => predicate.status === kind)).find(Boolean) ?? null;
  const doubts = distinct([...of('doubt').map(({ why }) => why), ...unloggedEnd(newest, counted)]);
  const damages = distinct(of('damage').map(({ why }) => why));
  const asides = distinct(of('aside').map(({ why }) => `One statement doesn’t count: ${why}`));
  const remarks = [...(worst ? [worst.remarks] : []), ...damages, ...asides];
  const proven = worst?.predicate ?? null;

  if (
    proven?.status === SealStatusKind.REVOKED ||
    (proven?.status === SealStatusKind.SUPERSEDED && !doubts[0] && !damages[0])
  ) {
    const finding = failed(sentences(statusSentence(proven, isWhoShown), ...remarks));
    return { finding, proven, isInDoubt: false, isListDamaged: false, inForceAsOf: null };
  }
  if (doubts[0] || damages[0]) {
    const finding = uncheckedUnknown(
      sentences('It is not proven that the seal is still in force.', ...doubts, ...remarks),
    );
    const isListDamaged = doubts.length === 0 && proven?.status !== SealStatusKind.SUPERSEDED;
    return { finding, proven, isInDoubt: true, isListDamaged, inForceAsOf: null };
  }
  const { finding, inForceAsOf } = inForce(newest, of('other').length === assessed.length && assessed.length > 0, now);
  const erased = proven ? ['The issuer has erased its own copy, which does not affect this one.'] : [];
  const detail = sentences(finding.detail, ...(newest ? [newest.remarks] : []), ...erased, ...remarks);
  return { finding: { ...finding, detail }, proven, isInDoubt: false, isListDamaged: false, inForceAsOf };
}

/** Maximum number of sentences of one kind in a finding. A list can have thousands of statements. */
const MAX_SENTENCES = 5;

const distinct = (reasons: readonly string[]): string[] => [...new Set(reasons)].slice(0, MAX_SENTENCES);

const sentences = (...all: string[]): string => all.filter(Boolean).join(' ');

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
    `According to a statement signed by a trusted seal key, the seal was ${standing.toLowerCase()} as of ${readableInstant(asOf.toISOString())}; the logged statement of that was not given.`,
  ];
}

const NOT_PROVEN = 'It is not proven that the seal was not revoked or superseded,';

/** @param isListOfOther true if all statements of a list are about other seals */
function inForce(
  newest: AssessedStanding | null,
  isListOfOther: boolean,
  now: Date,
): Pick<StatusAssessment, 'finding' | 'inForceAsOf'> {
  if (!newest) {
    const why = isListOfOther
      ? 'because the status list is about another seal.'
      : 'because there is no signed statement that it is in force, so a revocation may have been left out.';
    return { finding: notChecked(`${NOT_PROVEN} ${why}`), inForceAsOf: null };
  }
  const at = newest.asOf.toISOString();
  const neither = `As of ${readableInstant(at)} the seal was neither revoked nor superseded, as signed by a trusted seal key.`;
  if (now.getTime() - newest.asOf.getTime() <= MAX_STANDING_AGE_MS)
    return { finding: passed(neither), inForceAsOf: at };
  const stale = `${neither} Later changes were not checked. The status list is stale: it counts for one day.`;
  return { finding: notChecked(stale), inForceAsOf: null };
}

async function assessStatement(
  source: string | Uint8Array,
  sealed: { bundle: Bundle; statement: SealStatement },
  trust: Trust,
  now: Date,
): Promise<AssessedStatement> {
  let envelope: Envelope | null = null;
  try {
    envelope = parseStandingEnvelope(source);
    if (envelope) return assessStanding(envelope, sealed, trust, now);
    const bundle = parseBundle(source);
    envelope = bundle.envelope;
    const { subject, predicate, unknownMembers } = parseStatusStatement(envelope.payload);
    if (!isOf(sealed, subject[0].digest.sha256, predicate.sealId)) return { kind: 'other' };
    // Without time stamps: one only proves that the statement existed at that time, so a later one, which anyone can add, says nothing.
    const unstamped = { ...bundle, timeStamps: [] };
    const evidence = await evidenceOf(unstamped, { trust, now, claimedAt: new Date(predicate.claimedAt) });
    return assessStatusChange(predicate, evidence, remarksOn(unknownMembers));
  } catch (error) {
    if (!(error instanceof MalformedProof)) throw error;
    // A statement that the issuer signed, such as one of a later release, may end the seal. Any other could be made by anyone.
    return envelope && signerOf(envelope, trust)
      ? doubtful(
          `One statement is signed by a trusted seal key, but unreadable, and may be a revocation: ${error.message}`,
        )
      : { kind: 'damage', why: `One statement is unreadable and may be a revocation: ${error.message}` };
  }
}

function remarksOn(unknown: UnknownMembers | undefined): string {
  return unknown ? unknownMembersSentence(unknown, 'the status statement') : '';
}

/** The trusted seal key that signed the envelope. */
function signerOf(envelope: Envelope, { sealKeys }: Trust): TrustedSealKey | undefined {
  return sealKeys.find(({ publicKey }) => verifyEnvelope(envelope, [p256KeyOf(publicKey)], [STATEMENT_MEDIA_TYPE]));
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
 * aren't required: they confirm the log's history, but the issuer's signature is proven without them. The key may have been
 * revoked or have expired since.
 */
function assessStatusChange(
  predicate: StatusPredicate,
  { signature, entry, checkpoint, inclusion, witnesses }: BundleEvidence,
  remarks: string,
): AssessedStatement {
  const says = `One statement says that it was ${predicate.status.toLowerCase()}`;
  if (signature.status !== 'passed')
    return doubtful(`${says}, but it is not proven that the issuer signed it: ${signature.detail}`);
  const unlogged = [entry, checkpoint, inclusion].find(({ status }) => status !== 'passed');
  if (unlogged) {
    return predicate.status === SealStatusKind.ERASED
      ? ignored(unlogged.detail)
      : doubtful(
          `${says} and is signed by the seal key, but it is not proven that it is in the log: ${unlogged.detail}`,
        );
  }
  const unwitnessed = witnesses.status === 'failed' ? 'Not enough witnesses have seen that yet.' : '';
  return { kind: 'status', predicate, remarks: sentences(unwitnessed, remarks) };
}

/**
 * Assesses one statement of the current status. It is signed but not logged, so it proves nothing if the key may be compromised.
 */
function assessStanding(
  envelope: Envelope,
  sealed: { bundle: Bundle; statement: SealStatement },
  trust: Trust,
  now: Date,
): AssessedStatement {
  const { subject, predicate, unknownMembers } = parseStandingStatement(envelope.payload);
  if (!isOf(sealed, subject[0].digest.sha256, predicate.sealId)) return { kind: 'other' };
  const asOf = new Date(predicate.asOf);
  const key = signerOf(envelope, trust);
  const flaw = !key
    ? 'it is not signed by a pinned seal key.'
    : key.revokedAt
      ? 'its seal key was revoked, and nothing proves that the statement is older.'
      : !isWithin(key.validFor, asOf)
        ? `its seal key was not valid at ${asOf.toISOString()}.`
        : asOf.getTime() > now.getTime() + CLOCK_TOLERANCE_MS
          ? `it is from the future: ${asOf.toISOString()}.`
          : null;
  if (flaw === null)
    return { kind: 'standing', standing: predicate.standing, asOf, remarks: remarksOn(unknownMembers) };
  return predicate.standing === SealStanding.IN_FORCE
    ? ignored(flaw)
    : doubtful(
        `One statement says that it is ${predicate.standing.toLowerCase()}, but it is not proven that the issuer signed it: ${flaw}`,
      );
}
