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
  Malformed,
  parseConsistencyProof,
  runFacts,
  SALT_LENGTH,
  type SavedCheckpoint,
  SealResult,
  type SealVerdict,
  sealedDigestIn,
  statusBundlesIn,
  submitterLine,
  TimeStatus,
  type TrustBasis,
  TrustProvenance,
  type VerificationCheck,
  verifySeal,
} from '../../proof/index.ts';

export interface VerifyFileOptions {
  /** File or address; else looked for beside the file. */
  seal?: string;
  trust?: string;
  /** Base64. */
  salt?: string;
  status?: string[];
  checkpoint?: string;
  consistency?: string;
  json: boolean;
}

/** Of `verify`, for scripts. They never change their meaning. */
const VerifyExit = {
  /** The very bytes under a seal that holds, by keys that the caller named; and in force, where that was asked. */
  GOOD: 0,
  NOT_GOOD: 1,
  /** As `GOOD`, but by keys that only lay beside the file: they say nothing of who sealed it. */
  WHO_NOT_SHOWN: 3,
  /** As `GOOD`, but what `--status` gave does not show that the seal is in force. */
  STATUS_NOT_SHOWN: 4,
} as const;

/**
 * Tells whether a file is the one that was sealed, with what is on this machine: no service is asked, and nothing is written.
 * Exits with one of `VerifyExit`.
 * @throws CommandError when there is nothing to judge.
 */
export async function verifyFile(file: string, options: VerifyFileOptions): Promise<void> {
  if (options.consistency !== undefined && options.checkpoint === undefined) {
    throw new UsageError('--consistency goes with --checkpoint: it proves that the log has kept that one.');
  }
  const salt = options.salt === undefined ? undefined : saltOf(options.salt);
  const besides = (name: string) => path.join(path.dirname(file), name);
  const artifact = await readArtifact(file, salt);
  const sealFile = options.seal ?? (await sealBeside(file, artifact));
  const isSealNamed = options.seal !== undefined;
  const trustFile = options.trust ?? firstFile([besides('trust.json')], WHERE_TRUST_COMES_FROM);
  const isTrustNamed = options.trust !== undefined;
  const bundle = readable(sealFile, FileKind.SEAL, await readDocument(sealFile, 'The seal'), (bytes) => bytes);
  const trust = await readTrust(trustFile);
  const statuses = options.status && (await Promise.all(options.status.map(readStatuses))).flat();
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
  const judged: FileVerdict = { file, sealFile, isSealNamed, trustFile, isTrustNamed, verdict };
  const json = {
    file,
    seal: { file: sealFile, isNamed: isSealNamed },
    trust: { file: trustFile, isNamed: isTrustNamed },
    ...verdict,
  };
  process.stdout.write(options.json ? printableJson(json) : report(judged));
  process.exitCode = exitCodeOf(judged, options.status !== undefined);
}

interface FileVerdict {
  file: string;
  sealFile: string;
  /** By the caller; else it was found beside the file, and may belong to another file. */
  isSealNamed: boolean;
  trustFile: string;
  /** By the caller; else it was found beside the file. */
  isTrustNamed: boolean;
  verdict: SealVerdict;
}

function exitCodeOf({ verdict }: FileVerdict, isStatusAsked: boolean): number {
  if (verdict.result !== SealResult.SAME_BYTES) return VerifyExit.NOT_GOOD;
  if (!verdict.judge.isWhoShown) return VerifyExit.WHO_NOT_SHOWN;
  return isStatusAsked && verdict.inForceAsOf === null ? VerifyExit.STATUS_NOT_SHOWN : VerifyExit.GOOD;
}

/** The end of the name of every seal, whether it is named after its file or after itself. */
const SEAL_ENDING = '.sigstore.json';

/** The seal next to a file: the one named after it, else the one of its bytes, else the only one. @throws CommandError */
async function sealBeside(file: string, { sha256, saltedSha256 }: ArtifactCopy): Promise<string> {
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
      `None of the ${seals.length} seals next to ${printable(file)} is of its bytes. Give one with --seal FILE.`,
    );
  }
  return seals.length === 1 ? seals[0]! : firstFile([named, usual], 'Give the seal with --seal FILE.');
}

const WHERE_TRUST_COMES_FROM = `It holds the keys you trust. Get it from the sealer's own site,
https://<their host>/.well-known/imprimatur/trust.json, or from the contract, and give it with --trust FILE.
Do not take one that came with the seal: whoever forged that would have sent it along.`;

function saltOf(base64: string): Uint8Array {
  try {
    const salt = decodeBase64(base64);
    if (salt.length === SALT_LENGTH) return salt;
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
  }
  throw new UsageError(`--salt takes ${SALT_LENGTH} bytes in base64, as they were given out with the seal.`);
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
  const { result, summary, checks, judge } = judged.verdict;
  const isGood = result === SealResult.SAME_BYTES && judge.isWhoShown;
  const style = isGood ? 'green' : result === SealResult.INVALID ? 'red' : 'yellow';
  const title = result.replaceAll('_', ' ');
  return `${styled(['bold', style], title)}  ${wrapped(printable(summary), title.length + 2)}

${columns(factsOf(judged))}
${checks.map(lineOf).join('')}`;
}

function factsOf({ file, sealFile, isSealNamed, trustFile, isTrustNamed, verdict }: FileVerdict): [string, string][] {
  const { statement, proofPath, judge, result } = verdict;
  const besides =
    result === SealResult.SAME_BYTES
      ? ', which lay beside the file'
      : ', which lay beside the file and may belong to another file; give the right one with --seal';
  const facts: [string, string][] = [
    ['file', printable(file)],
    ['seal file', `${printable(sealFile)}${isSealNamed ? '' : besides}`],
  ];
  // What a statement says is worth reading only when it is known who says it.
  const signed = isIssuersWord(verdict) ? statement : null;
  if (signed) {
    const { sealId, issuer, supersedes, aiGenerated, simulated, notFinal, producer } = signed.predicate;
    facts.push(['seal', `${printable(sealId)} by ${printable(issuer.origin)}`]);
    facts.push(['handed in by', printable(submitterLine(signed.predicate))]);
    if (supersedes) facts.push(['instead of', printable(supersedes.sealId)]);
    if (aiGenerated) facts.push(['made by', 'an AI, as the issuer says']);
    if (producer?.runId) facts.push(['run', printable(producer.runId)]);
    facts.push(...runFacts(signed.predicate).map(({ term, value }) => lineOfFact(term, value)));
    if (simulated) facts.push(['simulated', 'by a stand-in for a model, as the issuer says']);
    if (notFinal) facts.push(['not final', 'a draft that somebody has to look at, as the issuer says']);
  }
  facts.push(['time', timeOf(verdict)]);
  facts.push([
    'trust',
    isTrustNamed
      ? printable(trustFile)
      : `${printable(trustFile)}, which lay beside the file; give one that came to you another way with --trust`,
  ]);
  facts.push(...keysOf(judge));
  if (proofPath) {
    // Where the seal says it is from; if nobody vouches for that, only the path beneath it.
    const issuer = signed?.predicate.issuer.origin ?? 'https://<host of the log>';
    facts.push(['wanted', `${printable(issuer)}${proofPath}: give it with --consistency`]);
  }
  return facts;
}

const lineOfFact = (term: string, value: string): [string, string] => [term.toLowerCase(), printable(value)];

/** To compare with a contract: whoever has another trust file has other fingerprints. */
function keysOf({ sealKey, sealKeys, log }: TrustBasis): [string, string][] {
  return [
    ['seal key', sealKey ?? `none of those in the trust file: ${sealKeys.join(', ') || 'it has none'}`],
    ...(log ? [['log', `${printable(log.origin)} ${log.fingerprint}`] satisfies [string, string]] : []),
  ];
}

function timeOf(verdict: SealVerdict): string {
  const { time, statement } = verdict;
  if (time.status === TimeStatus.PROVEN) return `${time.at}, as ${printable(time.by ?? '')} has stamped`;
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
