import { bytesToHex } from '@noble/hashes/utils.js';
import { type Bundle, paeDigestOf, parseBundle } from './bundle.ts';
import { decodeUtf8 } from './bytes.ts';
import { type Copy, copyOf } from './copy.ts';
import {
  type Check,
  type Evidence,
  evidenceOf,
  type Finding,
  failed,
  type KeptCheckpoint,
  notChecked,
  passed,
  type TimeStatus,
} from './evidence.ts';
import { Malformed } from './malformed.ts';
import { CheckName, MalformedProof } from './malformed-proof.ts';
import { NotStreamSafe } from './normal-form.ts';
import {
  parseSealStatement,
  parseStatusStatement,
  type SealStatement,
  SealStatusKind,
  type StatusPredicate,
} from './statement.ts';
import { normalizedDigest, SALT_LENGTH, sealedBytes } from './text.ts';
import type { Trust } from './trust.ts';

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
  /** The seal holds; nothing was given to compare. */
  NOT_COMPARED: 'NOT_COMPARED',
  /** Other bytes, but only line ends, a byte order mark or the spelling of accents differ. */
  SAME_TEXT: 'SAME_TEXT',
  SAME_BYTES: 'SAME_BYTES',
} as const;
export type SealResult = (typeof SealResult)[keyof typeof SealResult];

export interface Verdict {
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
  checks: Check[];
  /**
   * Where the service of the log gives the proof that is wanting between this tree and the checkpoint that was kept, beneath
   * its own address; null when none is.
   */
  proofPath: string | null;
  /** What was signed; null when it cannot be read. Only worth believing when the signature and the key passed. */
  statement: SealStatement | null;
}

export interface SealToVerify {
  /** `seal.sigstore.json` as it was received. */
  bundle: string | Uint8Array;
  trust: Trust;
  /**
   * The bytes to compare, or what `readCopy` made of them with the salt below. For a private seal they are the salt and the
   * text, or the text alone when `salt` is given.
   */
  artifact?: Uint8Array | Copy;
  /** A text to compare, where there are no bytes: pasted. Not looked at when there is an artifact. */
  text?: string;
  /** Of a private seal. */
  salt?: Uint8Array;
  /** Bundles of status statements, as the service gives them; an empty list means that it was asked and gave none. */
  statuses?: readonly (string | Uint8Array)[];
  oldCheckpoint?: KeptCheckpoint;
  /** The verifier's clock. */
  now?: Date;
}

/** Whether it is its issuer that speaks in the statement: before that is shown, what it says is anybody's word. */
export function isIssuersWord({ checks }: Pick<Verdict, 'checks'>): boolean {
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
  status: 'The operator, not to keep a status back.',
};

/**
 * Verifies a seal with nothing but what it is given. Does not throw for anything a bundle may hold: a bundle that cannot be
 * read is INVALID, and the failed check says why.
 */
export async function verifySeal(seal: SealToVerify): Promise<Verdict> {
  const { trust, now = new Date() } = seal;
  const bundle = attempt(() => parseBundle(seal.bundle));
  if (bundle instanceof MalformedProof) return unreadable(bundle);

  const statement = attempt(() => parseSealStatement(bundle.envelope.payload));
  const read = statement instanceof MalformedProof ? null : statement;
  const claimedAt = read && new Date(read.predicate.claimedAt);
  const evidence = await evidenceOf(bundle, { trust, now, claimedAt, keptCheckpoint: seal.oldCheckpoint });
  const comparison: Comparison = statement instanceof MalformedProof ? unread(statement) : compare(statement, seal);
  const status = await statusOf(bundle, read, seal, now);

  const { time, ...proven } = evidence;
  const findings: Record<CheckName, Finding> = { digest: comparison.finding, ...proven, status: status.finding };
  const result = read === null ? SealResult.INVALID : resultOf(evidence, comparison.outcome, status.worst);
  return {
    result,
    summary: summaryOf(result, findings, status.worst),
    time: { status: time.status, at: time.at?.toISOString() ?? null, by: time.by },
    checks: checksOf(findings),
    proofPath: findings.checkpoint.proofPath ?? null,
    statement: read,
  };
}

function resultOf(evidence: Evidence, outcome: Comparison['outcome'], status: StatusPredicate | null): SealResult {
  const { time: _, ...proven } = evidence;
  const findings = Object.values(proven);
  if (findings.some(({ status, isUnknown }) => status === 'failed' && !isUnknown)) return SealResult.INVALID;
  if (findings.some(({ isUnknown }) => isUnknown)) return SealResult.UNKNOWN;
  if (outcome === SealResult.DIFFERENT) return outcome;
  if (status?.status === SealStatusKind.REVOKED) return SealResult.REVOKED;
  if (status?.status === SealStatusKind.SUPERSEDED) return SealResult.SUPERSEDED;
  return outcome;
}

interface Comparison {
  outcome:
    | typeof SealResult.SAME_BYTES
    | typeof SealResult.SAME_TEXT
    | typeof SealResult.DIFFERENT
    | typeof SealResult.NOT_COMPARED;
  finding: Finding;
}

const unread = (error: MalformedProof): Comparison => ({ outcome: 'NOT_COMPARED', finding: failed(error.message) });
const notCompared = (detail: string): Comparison => ({ outcome: 'NOT_COMPARED', finding: notChecked(detail) });
const different = (detail: string): Comparison => ({ outcome: 'DIFFERENT', finding: failed(detail) });
const otherBytes = ({ predicate }: SealStatement, byteLength: number, besides = ''): Comparison =>
  different(`These are not the sealed bytes (${byteLength} here, ${predicate.byteLength} sealed).${besides}`);
const SAME_BYTES: Comparison = {
  outcome: 'SAME_BYTES',
  finding: passed('These are, byte for byte, the sealed bytes.'),
};

/** @sigstore/verify leaves this to its caller: a valid bundle beside any file at all passes there. */
function compare(statement: SealStatement, { artifact, text, salt }: SealToVerify): Comparison {
  if (artifact === undefined && text === undefined) return notCompared('Nothing was given to compare.');
  const isPrivate = statement.predicate.private === true;
  if (isPrivate && salt !== undefined && salt.length !== SALT_LENGTH) {
    return notCompared(`The salt of a private seal has ${SALT_LENGTH} bytes.`);
  }
  if (isPrivate && salt === undefined && artifact === undefined) {
    return notCompared('The seal is private: its salt is needed beside the text.');
  }
  const usedSalt = isPrivate ? salt : undefined;
  let copy: Copy;
  try {
    copy = artifact === undefined ? copyOf(sealedBytes(text!, usedSalt)) : copyFrom(artifact, usedSalt);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return different('The text holds half of a surrogate pair, so it has no exact bytes and cannot be the sealed one.');
  }
  if (isSealed(statement, copy, usedSalt)) return SAME_BYTES;
  try {
    if (isSameText(statement, artifact === undefined ? text! : copy.bytes, usedSalt)) {
      const detail =
        'The bytes differ, but only in line ends, a byte order mark or how accents are written: the text is the same.';
      return { outcome: 'SAME_TEXT', finding: failed(detail) };
    }
  } catch (error) {
    if (!(error instanceof NotStreamSafe)) throw error;
    return otherBytes(
      statement,
      copy.byteLength,
      ` Whether only accents or line ends differ is not told: ${error.message}.`,
    );
  }
  return otherBytes(statement, copy.byteLength);
}

function copyFrom(artifact: Uint8Array | Copy, salt: Uint8Array | undefined): Copy {
  return artifact instanceof Uint8Array ? copyOf(artifact, salt) : artifact;
}

/** The copy itself, or the copy behind the salt of a private seal. */
function isSealed(
  { subject: [{ digest }], predicate }: SealStatement,
  { byteLength, sha256, saltedSha256 }: Copy,
  salt: Uint8Array | undefined,
): boolean {
  const isIt = (length: number, digits: string | null) => length === predicate.byteLength && digits === digest.sha256;
  return isIt(byteLength, sha256) || (salt !== undefined && isIt(salt.length + byteLength, saltedSha256));
}

/**
 * @param copy a text that was pasted, or bytes; null when they were too many to hold
 * @throws {NotStreamSafe} when that cannot be told in good time
 */
function isSameText(
  { predicate }: SealStatement,
  copy: string | Uint8Array | null,
  salt: Uint8Array | undefined,
): boolean {
  const expected = predicate.normalizedDigest?.sha256;
  if (expected === undefined || copy === null) return false;
  const isIt = (candidate: string, with_?: Uint8Array) => bytesToHex(normalizedDigest(candidate, with_)) === expected;
  try {
    if (typeof copy === 'string') return isIt(copy, salt);
    if (!predicate.private) return isIt(decodeUtf8(copy));
    const isSalted = salt === undefined;
    return isSalted
      ? isIt(decodeUtf8(copy.slice(SALT_LENGTH)), copy.slice(0, SALT_LENGTH))
      : isIt(decodeUtf8(copy), salt);
  } catch (error) {
    if (error instanceof Malformed && !(error instanceof NotStreamSafe)) return false; // not a text
    throw error;
  }
}

/** Which of the statuses given are of this seal and proven, and the one that weighs most. */
async function statusOf(
  sealed: Bundle,
  statement: SealStatement | null,
  { trust, statuses }: SealToVerify,
  now: Date,
): Promise<{ finding: Finding; worst: StatusPredicate | null }> {
  if (statuses === undefined) return { finding: notChecked('Whether it was revoked was not asked.'), worst: null };
  if (statement === null)
    return { finding: notChecked('There is no statement that a status could be of.'), worst: null };
  const counted: StatusPredicate[] = [];
  const ignored: string[] = [];
  for (const source of statuses) {
    const status = await provenStatus(source, sealed, statement, trust, now);
    if (typeof status === 'string') ignored.push(status);
    else counted.push(status);
  }
  const worst = SEVERITY.map((kind) => counted.find(({ status }) => status === kind)).find(Boolean) ?? null;
  const aside = ignored.map((reason) => ` A status was given that does not count: ${reason}`).join('');
  return { finding: statusFinding(worst, aside), worst };
}

const SEVERITY = [SealStatusKind.REVOKED, SealStatusKind.SUPERSEDED, SealStatusKind.ERASED];

function statusFinding(status: StatusPredicate | null, aside: string): Finding {
  switch (status?.status) {
    case SealStatusKind.REVOKED:
      return failed(`The issuer revoked it: ${status.reason}${aside}`);
    case SealStatusKind.SUPERSEDED:
      return failed(`The issuer put ${status.supersededBy ?? 'another seal'} in its place: ${status.reason}${aside}`);
    default: {
      const erased = status ? ' The issuer has erased its own copy; that takes nothing from this one.' : '';
      // A status that does not count may be a spoilt one, so nothing is said to be in order.
      return aside === ''
        ? passed(`It is neither revoked nor superseded, as far as was told.${erased}`)
        : notChecked(`No status that counts says that it is revoked or superseded.${erased}${aside}`);
    }
  }
}

/** The status when it counts, else why not. A status that nobody logged could be told to one and hidden from another. */
async function provenStatus(
  source: string | Uint8Array,
  sealed: Bundle,
  seal: SealStatement,
  trust: Trust,
  now: Date,
): Promise<StatusPredicate | string> {
  const read = attempt(() => {
    const bundle = parseBundle(source);
    return { bundle, statement: parseStatusStatement(bundle.envelope.payload) };
  });
  if (read instanceof MalformedProof) return read.message;
  const { subject, predicate } = read.statement;
  const isOfSeal =
    subject[0].digest.sha256 === bytesToHex(paeDigestOf(sealed)) && predicate.sealId === seal.predicate.sealId;
  if (!isOfSeal) return 'it is about another seal.';
  const evidence = await evidenceOf(read.bundle, { trust, now, claimedAt: new Date(predicate.claimedAt) });
  const { time, key, witnesses, ...proven } = evidence;
  const isFlaw = ({ status, isUnknown }: Finding) => status === 'failed' || isUnknown;
  // That witnesses were asked for since must not bring a withdrawn seal back.
  const flaw = [...Object.values(proven), ...(witnesses.isUnknown ? [] : [witnesses])].find(isFlaw);
  if (flaw) return flaw.detail;
  // A status may be without a time stamp. That its key was lost since must not bring a withdrawn seal back; one that is
  // proven to be from after the loss is a stranger's.
  const isMerelyUndated = !key.isUnknown && time.at === null;
  return isFlaw(key) && !isMerelyUndated ? key.detail : predicate;
}

function checksOf(findings: Record<CheckName, Finding>): Check[] {
  return Object.values(CheckName).map((name) => {
    const { status, detail } = findings[name];
    return { name, status, detail, trusts: TRUSTS[name] };
  });
}

function summaryOf(result: SealResult, findings: Record<CheckName, Finding>, status: StatusPredicate | null): string {
  switch (result) {
    case SealResult.SAME_BYTES:
      return 'These are byte for byte the sealed bytes, and the seal holds.';
    case SealResult.SAME_TEXT:
      return 'The seal holds for the same text; the bytes differ in line ends, a byte order mark or accents.';
    case SealResult.DIFFERENT:
      return 'The seal holds, but these are not the sealed bytes.';
    case SealResult.NOT_COMPARED:
      return 'The seal holds; give the text or the file to see whether it is the sealed one.';
    case SealResult.REVOKED:
      return `The issuer revoked this seal: ${status?.reason ?? ''}`;
    case SealResult.SUPERSEDED:
      return `The issuer has put another seal in place of this one: ${status?.reason ?? ''}`;
    case SealResult.UNKNOWN:
      return `This seal cannot be judged here. ${firstDetail(findings, ({ isUnknown }) => isUnknown === true)}`;
    case SealResult.INVALID:
      return `This is not a valid seal. ${firstDetail(findings, ({ status, isUnknown }) => status === 'failed' && !isUnknown)}`;
  }
}

/** The digest comes last: that the text differs is no reason for a seal to be invalid. */
function firstDetail(findings: Record<CheckName, Finding>, isIt: (finding: Finding) => boolean): string {
  const { digest, ...others } = findings;
  return [...Object.values(others), digest].find(isIt)?.detail ?? '';
}

function unreadable(error: MalformedProof): Verdict {
  const finding = (name: CheckName) =>
    name === error.check ? failed(error.message) : notChecked('The bundle cannot be read as a seal.');
  const findings = Object.fromEntries(Object.values(CheckName).map((name) => [name, finding(name)]));
  return {
    result: SealResult.INVALID,
    summary: `This is not a valid seal. ${error.message}`,
    time: { status: 'NOT_PROVEN', at: null, by: null },
    checks: checksOf(findings as Record<CheckName, Finding>),
    proofPath: null,
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
