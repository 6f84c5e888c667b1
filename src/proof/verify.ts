import { bytesToHex } from '@noble/hashes/utils.js';
import { parseBundle } from './bundle.ts';
import { decodeUtf8 } from './bytes.ts';
import { type ArtifactCopy, copyOf } from './copy.ts';
import {
  type BundleEvidence,
  type CheckFinding,
  evidenceOf,
  failed,
  notChecked,
  passed,
  type SavedCheckpoint,
  type TimeStatus,
  type VerificationCheck,
} from './evidence.ts';
import { Malformed } from './malformed.ts';
import { CheckName, MalformedProof } from './malformed-proof.ts';
import { NotStreamSafe } from './normal-form.ts';
import { type ConfusedCharacter, differenceOf, type TextDifference } from './same-text.ts';
import { parseSealStatement, type SealStatement, SealStatusKind, type StatusPredicate } from './statement.ts';
import { laterLifeOf, type StatusAssessment } from './status.ts';
import { statusSentence } from './status-sentence.ts';
import { normalizedDigest, SALT_LENGTH, sealedBytes } from './text.ts';
import type { Trust } from './trust.ts';
import { type TrustBasis, TrustProvenance, type TrustSource, trustBasisOf } from './trust-basis.ts';

/** From the worst to the best; the seal is reported as the worst that holds. */
export const SealResult = {
  /** A check failed: this is not a seal to rely on. */
  INVALID: 'INVALID',
  /** What would be needed to tell is not pinned, or cannot be checked here. */
  UNKNOWN: 'UNKNOWN',
  /** The seal holds, but for other bytes. */
  DIFFERENT: 'DIFFERENT',
  REVOKED: 'REVOKED',
  SUPERSEDED: 'SUPERSEDED',
  /** The seal holds; nothing was given to compare, or the salt of a private seal is missing. */
  NOT_COMPARED: 'NOT_COMPARED',
  /** Other bytes, and only by taking characters for one another would the text be the same: the ohm sign for the omega. */
  SIMILAR_TEXT: 'SIMILAR_TEXT',
  /** Other bytes, but only line ends, a byte order mark or the spelling of accents differ. */
  SAME_TEXT: 'SAME_TEXT',
  SAME_BYTES: 'SAME_BYTES',
} as const;
export type SealResult = (typeof SealResult)[keyof typeof SealResult];

export interface SealVerdict {
  result: SealResult;
  /** One sentence for the reader. */
  summary: string;
  time: {
    status: TimeStatus;
    /** ISO 8601 */
    at: string | null;
    /** The authority that stamped it. */
    by: string | null;
  };
  /** All nine, in the order of `CheckName`. */
  checks: VerificationCheck[];
  /**
   * Where the service of the log gives the proof that is wanting between this tree and the checkpoint that was kept, beneath
   * its own address; null when none is.
   */
  proofPath: string | null;
  /** By which keys it was judged, and whether they tell who sealed it. */
  judge: TrustBasis;
  /** As of when its issuer has signed that it is neither revoked nor superseded, ISO 8601; null when that was not shown. */
  inForceAsOf: string | null;
  /** What the comparison took for one another, where the texts are the same by that alone. */
  taken: { characters: ConfusedCharacter[]; isCertain: boolean } | null;
  /** What was signed; null when it cannot be read. Only worth believing when the signature and the key passed. */
  statement: SealStatement | null;
}

export interface SealToVerify {
  /** `seal.sigstore.json` as it was received. */
  bundle: string | Uint8Array;
  trust: Trust;
  /** How the reader came by the trust file. Without it, they chose it. */
  trustSource?: TrustSource;
  /**
   * The bytes to compare, or what `readCopy` made of them with the salt below. For a private seal they are the salt and the
   * text, or the text alone when `salt` is given.
   */
  artifact?: Uint8Array | ArtifactCopy;
  /** A text to compare, where there are no bytes: pasted. Not looked at when there is an artifact. */
  text?: string;
  /** Of a private seal. */
  salt?: Uint8Array;
  /** Bundles of status statements and statements of standing, as `statusBundlesIn` gives them; undefined when nobody was asked. */
  statuses?: readonly (string | Uint8Array)[];
  oldCheckpoint?: SavedCheckpoint;
  /** The verifier's clock. */
  now?: Date;
}

/** Whether it is its issuer that speaks in the statement: before that is shown, what it says is anybody's word. */
export function isIssuersWord({ checks }: Pick<SealVerdict, 'checks'>): boolean {
  return checks.every(({ name, status }) => (name !== 'signature' && name !== 'key') || status === 'passed');
}

const TRUSTS: Record<CheckName, string> = {
  digest: 'Nobody: the digest is computed here.',
  signature: 'The holder of the seal key.',
  entry: 'Nobody: the bytes are compared here.',
  checkpoint: 'The log, not to show others another tree.',
  inclusion: 'Nobody: the hashes are computed here.',
  witnesses: 'The witnesses, not to work together with the log.',
  timestamp: 'The clock of the time-stamp authority.',
  key: 'Whoever gave you the trust file.',
  status: 'The operator, not to keep a status back, nor to sign that there is none.',
};

/**
 * Verifies a seal with nothing but what it is given. Does not throw for anything a bundle may hold: a bundle that cannot be
 * read is INVALID, and the failed check says why.
 */
export async function verifySeal(seal: SealToVerify): Promise<SealVerdict> {
  const { trust, trustSource = { whose: TrustProvenance.CHOSEN }, now = new Date() } = seal;
  const bundle = attempt(() => parseBundle(seal.bundle));
  if (bundle instanceof MalformedProof) return unreadable(bundle, trustBasisOf(null, null, trust, trustSource));

  const statement = attempt(() => parseSealStatement(bundle.envelope.payload));
  const read = statement instanceof MalformedProof ? null : statement;
  const claimedAt = read && new Date(read.predicate.claimedAt);
  const judge = trustBasisOf(bundle, read, trust, trustSource);
  const evidence = await evidenceOf(bundle, { trust, now, claimedAt, keptCheckpoint: seal.oldCheckpoint });
  const comparison: CopyComparison = statement instanceof MalformedProof ? unread(statement) : compare(statement, seal);
  const later = await laterLifeOf({ bundle, statement: read }, seal.statuses, {
    trust,
    now,
    isWhoShown: judge.isWhoShown,
  });

  const { time, ...proven } = evidence;
  const findings: Record<CheckName, CheckFinding> = {
    digest: comparison.finding,
    ...proven,
    key: keyOf(judge, proven.key),
    status: later.finding,
  };
  const result = read === null ? SealResult.INVALID : resultOf(evidence, comparison.outcome, later);
  const { difference, wanted } = comparison;
  return {
    result,
    summary: summaryOf(result, { findings, status: later.proven, difference, wanted, judge }),
    time: { status: time.status, at: time.at?.toISOString() ?? null, by: time.by },
    checks: checksOf(findings),
    proofPath: findings.checkpoint.proofPath ?? null,
    judge,
    inForceAsOf: later.inForceAsOf,
    taken: takenIn(difference),
    statement: read,
  };
}

function resultOf(evidence: BundleEvidence, outcome: CopyComparison['outcome'], later: StatusAssessment): SealResult {
  const { time: _, ...proven } = evidence;
  const findings = Object.values(proven);
  if (findings.some(({ status, isUnknown }) => status === 'failed' && !isUnknown)) return SealResult.INVALID;
  if (findings.some(({ isUnknown }) => isUnknown)) return SealResult.UNKNOWN;
  if (outcome === SealResult.DIFFERENT) return outcome;
  if (later.proven?.status === SealStatusKind.REVOKED) return SealResult.REVOKED;
  if (later.isInDoubt) return SealResult.UNKNOWN;
  if (later.proven?.status === SealStatusKind.SUPERSEDED) return SealResult.SUPERSEDED;
  return outcome;
}

/** A key that came along with the seal is held by whoever sent both. */
function keyOf(judge: TrustBasis, finding: CheckFinding): CheckFinding {
  return judge.isWhoShown || finding.status !== 'passed' ? finding : notChecked(`${finding.detail} ${judge.reason}`);
}

function takenIn(difference: TextDifference | null): SealVerdict['taken'] {
  return difference && difference.taken.length > 0
    ? { characters: difference.taken, isCertain: difference.isCertain }
    : null;
}

interface CopyComparison {
  outcome:
    | typeof SealResult.SAME_BYTES
    | typeof SealResult.SAME_TEXT
    | typeof SealResult.SIMILAR_TEXT
    | typeof SealResult.DIFFERENT
    | typeof SealResult.NOT_COMPARED;
  finding: CheckFinding;
  /** Where the normal forms are the same and the bytes are not. */
  difference: TextDifference | null;
  /** Missing input without which nothing can be compared, as the end of a sentence. */
  wanted: string;
}

const comparison = (outcome: CopyComparison['outcome'], finding: CheckFinding, wanted = ''): CopyComparison => ({
  outcome,
  finding,
  difference: null,
  wanted,
});
const unread = (error: MalformedProof) => comparison('NOT_COMPARED', failed(error.message));
const notCompared = (detail: string, wanted: string) => comparison('NOT_COMPARED', notChecked(detail), wanted);
const different = (detail: string) => comparison('DIFFERENT', failed(detail));
const otherBytes = ({ predicate }: SealStatement, byteLength: number, besides = ''): CopyComparison =>
  different(`These are not the sealed bytes (${byteLength} here, ${predicate.byteLength} sealed).${besides}`);
const SAME_BYTES = comparison('SAME_BYTES', passed('These are, byte for byte, the sealed bytes.'));
/** Without its salt a private seal says nothing about a copy: not even that it is another one. */
const SALT_MISSING = notCompared(
  'The seal is private, and its salt was not given: without its salt no copy can be compared.',
  'its salt is missing: the seal is private, so give the salt to see whether this is the sealed one',
);

/** @sigstore/verify leaves this to its caller: a valid bundle beside any file at all passes there. */
function compare(statement: SealStatement, { artifact, text, salt }: SealToVerify): CopyComparison {
  if (artifact === undefined && text === undefined) {
    return notCompared(
      'Nothing was given to compare.',
      'give the text or the file to see whether it is the sealed one',
    );
  }
  const isPrivate = statement.predicate.private === true;
  if (isPrivate && salt !== undefined && salt.length !== SALT_LENGTH) {
    const detail = `The salt of a private seal has ${SALT_LENGTH} bytes, and the one that was given has ${salt.length}.`;
    return notCompared(detail, `nothing was compared, because the salt does not have ${SALT_LENGTH} bytes`);
  }
  if (isPrivate && salt === undefined && artifact === undefined) return SALT_MISSING;
  const usedSalt = isPrivate ? salt : undefined;
  let copy: ArtifactCopy;
  try {
    copy = artifact === undefined ? copyOf(sealedBytes(text!, usedSalt)) : copyFrom(artifact, usedSalt);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return different('The text holds half of a surrogate pair, so it has no exact bytes and cannot be the sealed one.');
  }
  if (isSealed(statement, copy, usedSalt)) return SAME_BYTES;
  try {
    const normal = normalTextOf(statement, artifact === undefined ? text! : copy.bytes, usedSalt);
    if (normal) return leveled(statement, normal);
    if (isPrivate && salt === undefined) return SALT_MISSING;
  } catch (error) {
    if (!(error instanceof NotStreamSafe)) throw error;
    if (isPrivate && salt === undefined) return SALT_MISSING;
    return otherBytes(
      statement,
      copy.byteLength,
      ` Whether only accents or line ends differ is not told: ${error.message}.`,
    );
  }
  return otherBytes(statement, copy.byteLength, isPrivate ? ' Or the salt is that of another seal.' : '');
}

function copyFrom(artifact: Uint8Array | ArtifactCopy, salt: Uint8Array | undefined): ArtifactCopy {
  return artifact instanceof Uint8Array ? copyOf(artifact, salt) : artifact;
}

/** The copy itself, or the copy behind the salt of a private seal. */
function isSealed(
  { subject: [{ digest }], predicate }: SealStatement,
  { byteLength, sha256, saltedSha256 }: ArtifactCopy,
  salt: Uint8Array | undefined,
): boolean {
  const isIt = (length: number, digits: string | null) => length === predicate.byteLength && digits === digest.sha256;
  return isIt(byteLength, sha256) || (salt !== undefined && isIt(salt.length + byteLength, saltedSha256));
}

/** A copy whose normal form is that of the sealed text. */
interface NormalText {
  text: string;
  salt: Uint8Array | undefined;
}

/**
 * The copy as a text, when its normal form is that of the sealed one; null when it is not.
 * @param copy a text that was pasted, or bytes; null when they were too many to hold
 * @throws {NotStreamSafe} when that cannot be told in good time
 */
function normalTextOf(
  { predicate }: SealStatement,
  copy: string | Uint8Array | null,
  salt: Uint8Array | undefined,
): NormalText | null {
  const expected = predicate.normalizedDigest?.sha256;
  if (expected === undefined || copy === null) return null;
  try {
    const candidate = candidateOf(copy, salt, predicate.private === true);
    return bytesToHex(normalizedDigest(candidate.text, candidate.salt)) === expected ? candidate : null;
  } catch (error) {
    if (error instanceof Malformed && !(error instanceof NotStreamSafe)) return null; // not a text
    throw error;
  }
}

/** @throws {Malformed} when it is not a text */
function candidateOf(copy: string | Uint8Array, salt: Uint8Array | undefined, isPrivate: boolean): NormalText {
  if (typeof copy === 'string') return { text: copy, salt };
  return isPrivate && salt === undefined
    ? { text: decodeUtf8(copy.slice(SALT_LENGTH)), salt: copy.slice(0, SALT_LENGTH) }
    : { text: decodeUtf8(copy), salt };
}

/** What a normal form levels: the same text where that is line ends and accents, and not where it is characters. */
function leveled(
  { subject: [{ digest }], predicate: { byteLength } }: SealStatement,
  { text, salt }: NormalText,
): CopyComparison {
  const difference = differenceOf(text, { byteLength, sha256: digest.sha256 }, salt);
  const { taken } = difference;
  return taken.length > 0
    ? { outcome: 'SIMILAR_TEXT', finding: failed(takenSentence(difference)), difference, wanted: '' }
    : {
        outcome: 'SAME_TEXT',
        finding: failed(`The bytes differ, but only in ${partsOf(difference)}: the text is the same.`),
        difference,
        wanted: '',
      };
}

/** How many characters a sentence names. */
const MAX_NAMED = 8;

function takenSentence({ taken, isCertain }: TextDifference): string {
  const named = taken.slice(0, MAX_NAMED).map(({ copy, sealed }) => `${numbered(copy)} for ${numbered(sealed)}`);
  const more = taken.length > MAX_NAMED ? ` and ${taken.length - MAX_NAMED} more` : '';
  return isCertain
    ? `The bytes differ, and the text is not the same: your copy has ${named.join(', ').replaceAll(' for ', ' where the sealed text has ')}${more}.`
    : `The bytes differ, and it is not told whether the text is the same: to compare them, characters that are not the same are taken for one another, which may be ${named.join(', ')}${more}.`;
}

function numbered(character: string): string {
  return `${character} (U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`;
}

function partsOf({ parts }: TextDifference): string {
  const [last, ...others] = parts.toReversed();
  if (last === undefined) return 'line ends, a byte order mark or how accents are written';
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}

function checksOf(findings: Record<CheckName, CheckFinding>): VerificationCheck[] {
  return Object.values(CheckName).map((name) => {
    const { status, detail } = findings[name];
    return { name, status, detail, trusts: TRUSTS[name] };
  });
}

interface SummaryFacts {
  findings: Record<CheckName, CheckFinding>;
  status: StatusPredicate | null;
  difference: TextDifference | null;
  wanted: string;
  judge: TrustBasis;
}

function summaryOf(result: SealResult, { findings, status, difference, wanted, judge }: SummaryFacts): string {
  const by = judge.isWhoShown ? '' : ',';
  const holds = judge.isWhoShown ? 'The seal holds' : 'The seal holds, by keys that do not show whose it is';
  switch (result) {
    case SealResult.SAME_BYTES:
      return judge.isWhoShown
        ? 'These are byte for byte the sealed bytes, and the seal holds.'
        : 'These are byte for byte the sealed bytes; who sealed them is not shown.';
    case SealResult.SAME_TEXT:
      return `${holds}${by} for the same text; the bytes differ in ${difference ? partsOf(difference) : 'line ends'}.`;
    case SealResult.SIMILAR_TEXT:
      return difference?.isCertain
        ? `${holds}, but for a text with other characters that look alike.`
        : `${holds}, but for other bytes; whether the text is the same is not told.`;
    case SealResult.DIFFERENT:
      return `${holds}, but these are not the sealed bytes.`;
    case SealResult.NOT_COMPARED:
      return `${holds}; ${wanted}.`;
    case SealResult.REVOKED:
      return status ? statusSentence(status, judge.isWhoShown) : '';
    case SealResult.SUPERSEDED:
      return status ? statusSentence(status, judge.isWhoShown) : '';
    case SealResult.UNKNOWN:
      return `This seal cannot be judged here. ${firstDetail(findings, ({ isUnknown }) => isUnknown === true)}`;
    case SealResult.INVALID:
      return `This is not a valid seal. ${firstDetail(findings, ({ status, isUnknown }) => status === 'failed' && !isUnknown)}`;
  }
}

/** The digest comes last: that the text differs is no reason for a seal to be invalid. */
function firstDetail(findings: Record<CheckName, CheckFinding>, isIt: (finding: CheckFinding) => boolean): string {
  const { digest, ...others } = findings;
  return [...Object.values(others), digest].find(isIt)?.detail ?? '';
}

function unreadable(error: MalformedProof, judge: TrustBasis): SealVerdict {
  const finding = (name: CheckName) =>
    name === error.check ? failed(error.message) : notChecked('The bundle cannot be read as a seal.');
  const findings = Object.fromEntries(Object.values(CheckName).map((name) => [name, finding(name)]));
  return {
    result: SealResult.INVALID,
    summary: `This is not a valid seal. ${error.message}`,
    time: { status: 'NOT_PROVEN', at: null, by: null },
    checks: checksOf(findings as Record<CheckName, CheckFinding>),
    proofPath: null,
    judge,
    inForceAsOf: null,
    taken: null,
    statement: null,
  };
}

function attempt<T>(read: () => T): T | MalformedProof {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedProof) return error;
    throw error;
  }
}
