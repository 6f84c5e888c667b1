import { parseBundle } from './bundle.ts';
import { type CopyComparison, type CopyToCompare, compareCopy, notRead, partsOf } from './copy-comparison.ts';
import {
  type BundleEvidence,
  type CheckFinding,
  evidenceOf,
  failed,
  notChecked,
  type SavedCheckpoint,
  type TimeStatus,
  type VerificationCheck,
} from './evidence.ts';
import { FILE_NAMES } from './file-names.ts';
import { CheckName, MalformedProof, UnknownVersion } from './malformed-proof.ts';
import { type ConfusedCharacter, type TextDifference } from './same-text.ts';
import { answerOf, SealAnswer, SealResult } from './seal-result.ts';
import { parseSealStatement, type SealStatement, SealStatusKind, type StatusPredicate } from './statement.ts';
import { assessStatus, type StatusAssessment } from './status.ts';
import { statusSentence } from './status-sentence.ts';
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

export interface SealToVerify extends CopyToCompare {
  /** Content of the file `seal.sigstore.json`. */
  bundle: string | Uint8Array;
  trust: Trust;
  /** How the reader got the trust file. Default: the reader chose it. */
  trustSource?: TrustSource;
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
  const comparison: CopyComparison =
    statement instanceof MalformedProof ? notRead(statement) : compareCopy(statement, seal);
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
