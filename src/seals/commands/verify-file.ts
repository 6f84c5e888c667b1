import path from 'node:path';
import { UsageError } from '../../platform/command-line/exit.ts';
import {
  filesIn,
  firstFile,
  noInput,
  readArtifact,
  readable,
  readDocument,
  readTrust,
} from '../../platform/command-line/inputs.ts';
import { columns, printable, printableJson, styled, wrapped } from '../../platform/command-line/terminal.ts';
import {
  type ArtifactCopy,
  checkpointIn,
  decodeBase64,
  decodeUtf8,
  FILE_NAMES,
  FileKind,
  isIssuersWord,
  MalformedInput,
  parseConsistencyProof,
  runFacts,
  SALT_LENGTH,
  type SavedCheckpoint,
  SealAnswer,
  SealResult,
  type SealVerdict,
  sealedDigestIn,
  statusBundlesIn,
  submitterLine,
  TimeStatus,
  type TrustBasis,
  TrustProvenance,
  unknownMembersSentence,
  type VerificationCheck,
  verifySeal,
} from '../../proof/index.ts';
import { type CitationOptions, type CitationVerdict, checkCitations, citationLines } from './check-citations.ts';

export interface VerifyFileOptions extends CitationOptions {
  /** File or URL of the seal. Default: searched next to the file to verify. */
  seal?: string;
  trust?: string;
  /** Base64. */
  salt?: string;
  status?: string[];
  checkpoint?: string;
  consistency?: string;
  json: boolean;
}

/** Exit codes of `verify`. Scripts depend on them, so a code never changes its meaning. */
const VerifyExit = {
  /** The file has the sealed bytes and the seal is valid under keys named by the caller. With `--status`, it is also in force. */
  GOOD: 0,
  NOT_GOOD: 1,
  /**
   * The bytes are the sealed ones, but the trusted keys were found next to the file and don't prove who sealed it. Without known keys
   * `--status` proves nothing, so this code comes before `STATUS_NOT_SHOWN`.
   */
  WHO_NOT_SHOWN: 3,
  /** As `GOOD`, but the statements of `--status` don't show that the seal is in force. */
  STATUS_NOT_SHOWN: 4,
} as const;

/**
 * Verifies a file against its seal. Works offline unless an option is a URL, writes nothing, and exits with a code of
 * `VerifyExit`.
 * @throws CommandError if the file, its seal or the trusted keys can't be read
 */
export async function verifyFile(file: string, options: VerifyFileOptions): Promise<void> {
  if (options.consistency !== undefined && options.checkpoint === undefined) {
    throw new UsageError('--consistency needs --checkpoint: it proves that the log still contains that checkpoint.');
  }
  const salt = options.salt === undefined ? undefined : saltOf(options.salt);
  const nextTo = (name: string) => path.join(path.dirname(file), name);
  const artifact = await readArtifact(file, salt);
  const sealFile = options.seal ?? (await findSealOf(file, artifact));
  const isSealNamed = options.seal !== undefined;
  const trustFile = options.trust ?? firstFile([nextTo('trust.json')], WHERE_TRUST_COMES_FROM);
  const isTrustNamed = options.trust !== undefined;
  const bundle = readable(sealFile, FileKind.SEAL, await readDocument(sealFile, 'The seal'), (bytes) => bytes);
  const trust = await readTrust(trustFile);
  const statuses = options.status && (await Promise.all(options.status.map(readStatuses))).flat();
  const citations = await checkCitations(file, options);
  const oldCheckpoint = options.checkpoint && (await readKept(options.checkpoint, options.consistency));

  const verdict = await verifySeal({
    artifact,
    bundle,
    trust,
    trustSource: { whose: isTrustNamed ? TrustProvenance.CHOSEN : TrustProvenance.ALONG },
    salt,
    statuses,
    ...(oldCheckpoint && { oldCheckpoint }),
  });
  const judged: FileVerdict = { file, sealFile, isSealNamed, trustFile, isTrustNamed, verdict, citations };
  const json = {
    file,
    seal: { file: sealFile, isNamed: isSealNamed },
    trust: { file: trustFile, isNamed: isTrustNamed },
    ...verdict,
    ...(citations && { citations }),
  };
  process.stdout.write(options.json ? printableJson(json) : report(judged));
  process.exitCode = exitCodeOf(judged, options.status !== undefined);
}

interface FileVerdict {
  file: string;
  sealFile: string;
  /** False if the seal was found next to the file and may belong to another file. */
  isSealNamed: boolean;
  trustFile: string;
  /** False if the trusted keys were found next to the file. */
  isTrustNamed: boolean;
  verdict: SealVerdict;
  /** Null for a file that isn't a citation file. */
  citations: CitationVerdict | null;
}

/** A citation file that is verified without copies of the documents is a file as any other. */
const isCitationFault = ({ documents, report, isProven }: CitationVerdict) =>
  !isProven && (documents.length > 0 || report.isQuotingSame !== null);

function exitCodeOf({ verdict, citations }: FileVerdict, isStatusAsked: boolean): number {
  if (citations && isCitationFault(citations)) return VerifyExit.NOT_GOOD;
  if (verdict.result !== SealResult.SAME_BYTES) return VerifyExit.NOT_GOOD;
  if (!verdict.judge.isWhoShown) return VerifyExit.WHO_NOT_SHOWN;
  return isStatusAsked && verdict.inForceAsOf === null ? VerifyExit.STATUS_NOT_SHOWN : VerifyExit.GOOD;
}

/** Suffix of every seal's file name. */
const SEAL_ENDING = '.sigstore.json';

/**
 * Finds the seal of a file in its folder: by the file's name, otherwise by its digest, otherwise the only seal there or
 * `seal.sigstore.json`. @throws CommandError
 */
async function findSealOf(file: string, { sha256, saltedSha256 }: ArtifactCopy): Promise<string> {
  const folder = path.dirname(file);
  const named = `${file}${SEAL_ENDING}`;
  const seals = (await filesIn(folder)).filter(
    (one) => one.endsWith(SEAL_ENDING) && path.resolve(one) !== path.resolve(file),
  );
  if (seals.some((one) => path.resolve(one) === path.resolve(named))) return named;
  for (const seal of seals) {
    const digest = sealedDigestIn(await readDocument(seal, 'The seal'));
    if (digest !== null && (digest === sha256 || digest === saltedSha256)) return seal;
  }
  const usual = path.join(folder, FILE_NAMES.bundle);
  if (seals.length > 1 && !seals.includes(usual)) {
    throw noInput(
      `None of the ${seals.length} seals next to ${printable(file)} has its digest. Name the seal with --seal FILE.`,
    );
  }
  return seals.length === 1 ? seals[0]! : firstFile([named, usual], 'Name the seal with --seal FILE.');
}

const WHERE_TRUST_COMES_FROM = `It contains the keys you trust. Get it from the sealer's own site,
https://<their host>/.well-known/imprimatur/trust.json, or from your contract, and pass it with --trust FILE.
Don’t use a file that came with the seal: a forger would include matching keys.`;

function saltOf(base64: string): Uint8Array {
  try {
    const salt = decodeBase64(base64);
    if (salt.length === SALT_LENGTH) return salt;
  } catch (error) {
    if (!(error instanceof MalformedInput)) throw error;
  }
  throw new UsageError(`--salt takes ${SALT_LENGTH} bytes in base64, as returned with the seal.`);
}

async function readStatuses(source: string): Promise<(string | Uint8Array)[]> {
  return readable(source, FileKind.STATUSES, await readDocument(source, 'The status'), statusBundlesIn);
}

async function readKept(checkpoint: string, consistency: string | undefined): Promise<SavedCheckpoint> {
  const kept = await readDocument(checkpoint, 'The checkpoint');
  const note = readable(checkpoint, FileKind.CHECKPOINT, kept, checkpointIn);
  if (consistency === undefined) return { note, consistency: null };
  const proof = await readDocument(consistency, 'The consistency proof');
  const parse = (bytes: Uint8Array) => parseConsistencyProof(decodeUtf8(bytes));
  return { note, consistency: readable(consistency, FileKind.CONSISTENCY, proof, parse) };
}

function report(judged: FileVerdict): string {
  const { result, answer, summary, checks } = judged.verdict;
  const style = answer === SealAnswer.VERIFIED ? 'green' : result === SealResult.INVALID ? 'red' : 'yellow';
  const title = result.replaceAll('_', ' ');
  return `${styled(['bold', style], title)}  ${wrapped(printable(summary), title.length + 2)}

${columns(factsOf(judged))}
${checks.map(lineOf).join('')}${judged.citations ? citationLines(judged.citations) : ''}`;
}

function factsOf({ file, sealFile, isSealNamed, trustFile, isTrustNamed, verdict }: FileVerdict): [string, string][] {
  const { statement, proofPath, statusPath, judge, result } = verdict;
  const locationNote =
    result === SealResult.SAME_BYTES
      ? ', found next to the file'
      : ', found next to the file; it may belong to another file, so name the right one with --seal';
  const facts: [string, string][] = [
    ['file', printable(file)],
    ['seal file', `${printable(sealFile)}${isSealNamed ? '' : locationNote}`],
  ];
  // Facts of the statement are shown only if a trusted key signed it.
  const signed = isIssuersWord(verdict) ? statement : null;
  if (signed) {
    const { sealId, issuer, supersedes, aiGenerated, simulated, notFinal, producer } = signed.predicate;
    facts.push(['seal', `${printable(sealId)} by ${printable(issuer.origin)}`]);
    facts.push(['submitted by', printable(submitterLine(signed.predicate))]);
    if (supersedes) facts.push(['replaces', printable(supersedes.sealId)]);
    if (aiGenerated) facts.push(['made by', 'an AI, according to the issuer']);
    if (producer?.runId) facts.push(['run', printable(producer.runId)]);
    facts.push(...runFacts(signed.predicate).map(({ term, value }) => lineOfFact(term, value)));
    if (simulated) facts.push(['simulated', 'by a simulated model, according to the issuer']);
    if (notFinal) facts.push(['not final', 'a draft for review, according to the issuer']);
    if (signed.unknownMembers)
      facts.push(['also', printable(unknownMembersSentence(signed.unknownMembers, 'the statement'))]);
    if (statusPath)
      facts.push([
        'revocation',
        `not checked: download ${printable(issuer.origin + statusPath)} and pass it with --status on the same day`,
      ]);
  }
  facts.push(['time', timeOf(verdict)]);
  facts.push([
    'trust',
    isTrustNamed
      ? printable(trustFile)
      : `${printable(trustFile)}, found next to the file; pass keys from another source with --trust`,
  ]);
  facts.push(...keysOf(judge));
  if (proofPath) {
    // Address of the service, as the seal names it. If no trusted key signed the seal, a placeholder is shown instead.
    const issuer = signed?.predicate.issuer.origin ?? 'https://<host of the log>';
    facts.push(['missing', `${printable(issuer)}${proofPath}: download it and pass it with --consistency`]);
  }
  return facts;
}

const lineOfFact = (term: string, value: string): [string, string] => [term.toLowerCase(), printable(value)];

/** Names and fingerprints of the trusted keys. A customer can compare them with those in a contract. */
function keysOf({ sealKey, sealKeys, log }: TrustBasis): [string, string][] {
  return [
    ['seal key', sealKey ?? `not in the trust file, which has ${sealKeys.join(', ') || 'no seal keys'}`],
    ...(log ? [['log', `${printable(log.origin)} ${log.fingerprint}`] satisfies [string, string]] : []),
  ];
}

function timeOf(verdict: SealVerdict): string {
  const { time, statement } = verdict;
  if (time.status === TimeStatus.PROVEN) return `${time.at}, time-stamped by ${printable(time.by ?? '')}`;
  const claimed = statement
    ? `; the ${isIssuersWord(verdict) ? 'issuer' : 'seal'} says ${printable(statement.predicate.claimedAt)}`
    : '';
  return time.status === TimeStatus.NOT_PROVEN ? `not proven${claimed}` : `not checked here${claimed}`;
}

const STATUS_STYLES = {
  passed: ['green', 'passed'],
  failed: ['red', 'FAILED'],
  'not-checked': ['dim', 'not checked'],
} as const;

function lineOf({ name, status, detail }: VerificationCheck): string {
  const [style, word] = STATUS_STYLES[status];
  return `  ${styled(style, word.padEnd(13))}${name.padEnd(12)}${wrapped(printable(detail), 27)}\n`;
}
