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
  uncheckedUnknown,
  type VerificationCheck,
} from './evidence.ts';
import { FILE_NAMES } from './file-names.ts';
import { MalformedInput } from './malformed-input.ts';
import { CheckName, MalformedProof, UnknownVersion } from './malformed-proof.ts';
import { NotStreamSafe } from './normal-form.ts';
import { type ConfusedCharacter, differenceOf, type TextDifference } from './same-text.ts';
import { answerOf, SealAnswer, SealResult } from './seal-result.ts';
import { parseSealStatement, type SealStatement, SealStatusKind, type StatusPredicate } from './statement.ts';
import { assessStatus, type StatusAssessment } from './status.ts';
import { statusSentence } from './status-sentence.ts';
import { normalizedDigest, SALT_LENGTH, sealedBytes } from './text.ts';
import type { Trust } from './trust.ts';
import { type TrustBasis, TrustProvenance, type TrustSource, trustBasisOf } from './trust-basis.ts';

export interface SealVerdict {
  result: SealResult;
  /** The answer to the reader that follows from the result, the keys and the seal's status. */
  answer: SealAnswer;
  /** The result as one sentence for the reader. */
  summary: string;
  time: {
    status: TimeStatus;
    /** Time in the time stamp, in ISO 8601. Null if none is proven. */
    at: string | null;
    /** Name of the authority that issued the time stamp. */
    by: string | null;
  };
  /** Results of all nine checks, in the order of `CheckName`. */
  checks: VerificationCheck[];
  /**
   * Path of the missing proof that the seal's tree and the saved checkpoint are consistent, below the address of the log's
   * service. Null if none is missing.
   */
  proofPath: string | null;
  /**
   * Path of the seal's status list, below the address of the issuer's service, as its statement names both. Null if the status
   * doesn't matter or is proven.
   */
  statusPath: string | null;
  /** Keys used to verify the seal, and whether they prove who sealed the content. */
  judge: TrustBasis;
  /**
   * Time at which the issuer signed that the seal is neither revoked nor superseded, in ISO 8601. Null if not proven, or if
   * that time is more than a day ago.
   */
  inForceAsOf: string | null;
  /**
   * Different characters of copy and sealed text that were treated as equal. Null unless the texts are equal only because of
   * that.
   */
  taken: { characters: ConfusedCharacter[]; isCertain: boolean } | null;
  /** The signed statement of the seal. Null if unreadable. Trust it only if the checks of signature and key passed. */
  statement: SealStatement | null;
}

export interface SealToVerify {
  /** Content of the file `seal.sigstore.json`. */
  bundle: string | Uint8Array;
  trust: Trust;
  /** How the reader got the trust file. Default: the reader chose it. */
  trustSource?: TrustSource;
  /**
   * The bytes to compare, or the result of `readCopy` with the given salt. For a private seal: the salt and the text, or the text
   * alone if `salt` is set.
   */
  artifact?: Uint8Array | ArtifactCopy;
  /** A pasted text to compare, instead of bytes. Ignored if `artifact` is set. */
  text?: string;
  /** Salt of a private seal. */
  salt?: Uint8Array;
  /** Bundles of status changes and statements of the current status, from `statusBundlesIn`. Undefined if none were requested. */
  statuses?: readonly (string | Uint8Array)[];
  oldCheckpoint?: SavedCheckpoint;
  /** Current time by the verifier's clock. */
  now?: Date;
}

/** True if the issuer's key signed the statement. Otherwise its content can be from anyone. */
export function isIssuersWord({ checks }: Pick<SealVerdict, 'checks'>): boolean {
  return checks.every(({ name, status }) => (name !== 'signature' && name !== 'key') || status === 'passed');
}

const TRUSTS: Record<CheckName, string> = {
  digest: 'No one: the digest is computed here.',
  signature: 'The holder of the seal key.',
  entry: 'No one: the bytes are compared here.',
  checkpoint: 'The log, not to show a different tree to others.',
  inclusion: 'No one: the hashes are computed here.',
  witnesses: 'The witnesses, not to collude with the log.',
  timestamp: 'The clock of the time-stamp authority.',
  key: 'The source of your trust file.',
  status: 'The operator, not to withhold a status and not to sign a false one.',
};

/**
 * Verifies a seal offline. Never throws for any content of a bundle: an unreadable bundle is INVALID, and the failed check says
 * why.
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
  const later = await assessStatus({ bundle, statement: read }, seal.statuses, {
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
  const isUnreadable = statement instanceof MalformedProof && !(statement instanceof UnknownVersion);
  const result = isUnreadable ? SealResult.INVALID : resultOf(evidence, comparison, later);
  const { difference, wanted } = comparison;
  const { inForceAsOf } = later;
  const isListDamaged = later.isListDamaged && result === SealResult.UNKNOWN && !hasUnknown(evidence, comparison);
  const isOnlyListDamaged = isListDamaged && comparison.outcome === SealResult.SAME_BYTES;
  const answer = answerOf({ result, isWhoShown: judge.isWhoShown, inForceAsOf, isOnlyListDamaged });
  return {
    result,
    answer,
    summary: summaryOf(result, { findings, status: later.proven, difference, wanted, judge, answer, isListDamaged }),
    time: { status: time.status, at: time.at?.toISOString() ?? null, by: time.by },
    checks: checksOf(findings),
    proofPath: findings.checkpoint.proofPath ?? null,
    statusPath: read !== null && isStatusMissing(result, later) ? statusPathOf(read) : null,
    judge,
    inForceAsOf,
    taken: takenIn(difference),
    statement: read,
  };
}

function resultOf(evidence: BundleEvidence, comparison: CopyComparison, later: StatusAssessment): SealResult {
  const { outcome } = comparison;
  const { time: _, ...proven } = evidence;
  if (Object.values(proven).some(({ status, isUnknown }) => status === 'failed' && !isUnknown))
    return SealResult.INVALID;
  if (hasUnknown(evidence, comparison)) return SealResult.UNKNOWN;
  if (outcome === SealResult.DIFFERENT) return outcome;
  if (later.proven?.status === SealStatusKind.REVOKED) return SealResult.REVOKED;
  if (later.isInDoubt) return SealResult.UNKNOWN;
  if (later.proven?.status === SealStatusKind.SUPERSEDED) return SealResult.SUPERSEDED;
  return outcome;
}

/** True if a check of the seal itself can't be made with this trust file or this version. */
function hasUnknown({ time: _, ...proven }: BundleEvidence, { finding }: CopyComparison): boolean {
  return [...Object.values(proven), finding].some(({ isUnknown }) => isUnknown);
}

/** True if a status list could complete the result: the seal isn't known to be in force, and isn't known to have ended. */
function isStatusMissing(result: SealResult, { inForceAsOf }: StatusAssessment): boolean {
  const isOver = result === SealResult.INVALID || result === SealResult.REVOKED || result === SealResult.SUPERSEDED;
  return inForceAsOf === null && !isOver;
}

function statusPathOf({ predicate: { sealId } }: SealStatement): string {
  return `/v/${encodeURIComponent(sealId)}/${FILE_NAMES.statuses}`;
}

/**
 * Doesn't count the check of the key as passed if the trusted keys don't prove who sealed the content, for example because they
 * came with the seal.
 */
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
  /** How the texts differ. Null unless their normal forms are equal and their bytes aren't. */
  difference: TextDifference | null;
  /** Sentence that asks for the input without which the copy can't be compared. Empty if nothing is missing. */
  wanted: string;
}

const comparison = (outcome: CopyComparison['outcome'], finding: CheckFinding, wanted = ''): CopyComparison => ({
  outcome,
  finding,
  difference: null,
  wanted,
});
const unread = (error: MalformedProof) =>
  comparison('NOT_COMPARED', (error instanceof UnknownVersion ? uncheckedUnknown : failed)(error.message));
const notCompared = (detail: string, wanted: string) => comparison('NOT_COMPARED', notChecked(detail), wanted);
const different = (detail: string) => comparison('DIFFERENT', failed(detail));
const otherBytes = ({ predicate }: SealStatement, byteLength: number, remarks = ''): CopyComparison =>
  different(`These are not the sealed bytes (${byteLength} here, ${predicate.byteLength} sealed).${remarks}`);
const SAME_BYTES = comparison('SAME_BYTES', passed('These are exactly the sealed bytes.'));
/** Result for a private seal without its salt, which proves nothing about a copy, not even that it differs. */
const SALT_MISSING = notCompared(
  'The seal is private, and its salt was not given. No copy can be compared without the salt.',
  'The seal is private: pass its salt to compare this file',
);

/**
 * Compares the copy with the sealed bytes. @sigstore/verify leaves that to its caller: it accepts a valid bundle for any file.
 */
function compare(statement: SealStatement, { artifact, text, salt }: SealToVerify): CopyComparison {
  if (artifact === undefined && text === undefined) {
    return notCompared('Nothing was given to compare.', 'Pass the text or the file to compare it with the sealed one');
  }
  const isPrivate = statement.predicate.private === true;
  if (isPrivate && salt !== undefined && salt.length !== SALT_LENGTH) {
    const detail = `The salt of a private seal has ${SALT_LENGTH} bytes, but the given one has ${salt.length}.`;
    return notCompared(detail, `Nothing was compared, because the salt doesn’t have ${SALT_LENGTH} bytes`);
  }
  if (isPrivate && salt === undefined && artifact === undefined) return SALT_MISSING;
  const usedSalt = isPrivate ? salt : undefined;
  let copy: ArtifactCopy;
  try {
    copy = artifact === undefined ? copyOf(sealedBytes(text!, usedSalt)) : copyFrom(artifact, usedSalt);
  } catch (error) {
    if (!(error instanceof MalformedInput)) throw error;
    return different(
      'The text contains half of a surrogate pair, so it has no exact bytes and can’t be the sealed one.',
    );
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
      ` It can’t be determined whether only accents or line ends differ: ${error.message}.`,
    );
  }
  return otherBytes(statement, copy.byteLength, isPrivate ? ' Or the salt belongs to another seal.' : '');
}

function copyFrom(artifact: Uint8Array | ArtifactCopy, salt: Uint8Array | undefined): ArtifactCopy {
  return artifact instanceof Uint8Array ? copyOf(artifact, salt) : artifact;
}

/** True if the copy has the sealed bytes, or is the text of a private seal without the salt. */
function isSealed(
  { subject: [{ digest }], predicate }: SealStatement,
  { byteLength, sha256, saltedSha256 }: ArtifactCopy,
  salt: Uint8Array | undefined,
): boolean {
  const isIt = (length: number, digits: string | null) => length === predicate.byteLength && digits === digest.sha256;
  return isIt(byteLength, sha256) || (salt !== undefined && isIt(salt.length + byteLength, saltedSha256));
}

/** A copy whose text has the normal form of the sealed text. */
interface NormalText {
  text: string;
  salt: Uint8Array | undefined;
}

/**
 * The copy as text, if it has the normal form of the sealed text. Null otherwise.
 * @param copy pasted text or bytes. Null if the file was too large to keep in memory
 * @throws {NotStreamSafe} if the text can't be normalized in reasonable time
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
    if (error instanceof MalformedInput && !(error instanceof NotStreamSafe)) return null; // not a text
    throw error;
  }
}

/** The text of a copy, and its salt. @throws {MalformedInput} if the copy isn't a text */
function candidateOf(copy: string | Uint8Array, salt: Uint8Array | undefined, isPrivate: boolean): NormalText {
  if (typeof copy === 'string') return { text: copy, salt };
  return isPrivate && salt === undefined
    ? { text: decodeUtf8(copy.slice(SALT_LENGTH)), salt: copy.slice(0, SALT_LENGTH) }
    : { text: decodeUtf8(copy), salt };
}

/** Compares two texts with equal normal forms: SAME_TEXT if only line ends and accents differ, SIMILAR_TEXT if characters do. */
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

/** Maximum number of characters that a sentence lists. */
const MAX_NAMED = 8;

function takenSentence({ taken, isCertain }: TextDifference): string {
  const named = taken.slice(0, MAX_NAMED).map(({ copy, sealed }) => `${numbered(copy)} for ${numbered(sealed)}`);
  const more = taken.length > MAX_NAMED ? ` and ${taken.length - MAX_NAMED} more` : '';
  return isCertain
    ? `The bytes differ, and so does the text: your copy has ${named.join(', ').replaceAll(' for ', ' where the sealed text has ')}${more}.`
    : `The bytes differ, and it can’t be determined whether the text is the same: the comparison treats different characters as equal, possibly ${named.join(', ')}${more}.`;
}

function numbered(character: string): string {
  return `${character} (U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`;
}

function partsOf({ parts }: TextDifference): string {
  const [last, ...others] = parts.toReversed();
  if (last === undefined) return 'line ends, a byte order mark or the encoding of accents';
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}

function checksOf(findings: Record<CheckName, CheckFinding>): VerificationCheck[] {
  return Object.values(CheckName).map((name) => {
    const { status, detail } = findings[name];
    return { name, status, detail, trusts: TRUSTS[name] };
  });
}

const SAME_AND_VALID = 'These are exactly the sealed bytes, and the seal is valid';

const SAME_BYTES_SUMMARIES: Record<SealAnswer, string> = {
  VERIFIED: `${SAME_AND_VALID}.`,
  REVOCATION_NOT_CHECKED: `${SAME_AND_VALID}, but it was not checked whether the seal was revoked.`,
  NOT_VERIFIED: 'These are exactly the sealed bytes, but the keys don’t prove who sealed them.',
};

interface SummaryFacts {
  findings: Record<CheckName, CheckFinding>;
  status: StatusPredicate | null;
  difference: TextDifference | null;
  wanted: string;
  judge: TrustBasis;
  answer: SealAnswer;
  isListDamaged: boolean;
}

function summaryOf(result: SealResult, facts: SummaryFacts): string {
  const { findings, status, difference, wanted, judge, answer, isListDamaged } = facts;
  const holds = judge.isWhoShown ? 'The seal is valid' : 'The seal is valid, but its keys don’t prove who sealed it';
  switch (result) {
    case SealResult.SAME_BYTES:
      return SAME_BYTES_SUMMARIES[answer];
    case SealResult.SAME_TEXT:
      return `${holds}. The text is the same, but the bytes differ in ${difference ? partsOf(difference) : 'line ends'}.`;
    case SealResult.SIMILAR_TEXT:
      return difference?.isCertain
        ? `${holds}. The text differs in characters that look alike.`
        : `${holds}. The bytes differ, and it can’t be determined whether the text is the same.`;
    case SealResult.DIFFERENT:
      return `${holds}. These are not the sealed bytes.`;
    case SealResult.NOT_COMPARED:
      return `${holds}. ${wanted}.`;
    case SealResult.REVOKED:
      return status ? statusSentence(status, judge.isWhoShown) : '';
    case SealResult.SUPERSEDED:
      return status ? statusSentence(status, judge.isWhoShown) : '';
    case SealResult.UNKNOWN:
      if (isListDamaged)
        return `${answer === SealAnswer.NOT_VERIFIED ? holds : SAME_AND_VALID}, but the status list is damaged. ${findings.status.detail}`;
      return `This seal can’t be verified here. ${firstDetail(findings, ({ isUnknown }) => isUnknown === true)}`;
    case SealResult.INVALID:
      return `This is not a valid seal. ${firstDetail(findings, ({ status, isUnknown }) => status === 'failed' && !isUnknown)}`;
  }
}

/**
 * Explanation of the first check that meets a condition. The comparison with the copy comes last, because a different copy
 * doesn't make the seal invalid.
 */
function firstDetail(findings: Record<CheckName, CheckFinding>, isIt: (finding: CheckFinding) => boolean): string {
  const { digest, ...others } = findings;
  return [...Object.values(others), digest].find(isIt)?.detail ?? '';
}

function unreadable(error: MalformedProof, judge: TrustBasis): SealVerdict {
  const finding = (name: CheckName) =>
    name === error.check ? failed(error.message) : notChecked('The bundle is unreadable.');
  const findings = Object.fromEntries(Object.values(CheckName).map((name) => [name, finding(name)]));
  return {
    result: SealResult.INVALID,
    answer: SealAnswer.NOT_VERIFIED,
    summary: `This is not a valid seal. ${error.message}`,
    time: { status: 'NOT_PROVEN', at: null, by: null },
    checks: checksOf(findings as Record<CheckName, CheckFinding>),
    proofPath: null,
    statusPath: null,
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
