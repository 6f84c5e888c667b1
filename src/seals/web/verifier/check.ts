import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { decodeUtf8, encodeUtf8 } from '../../../proof/bytes.ts';
import { type ArtifactCopy, MAX_WHOLE_BYTES, readCopy } from '../../../proof/copy.ts';
import { problemInBytes } from '../../../proof/file-kind.ts';
import { MalformedInput } from '../../../proof/malformed-input.ts';
import { CheckName } from '../../../proof/malformed-proof.ts';
import { SealAnswer, SealResult } from '../../../proof/seal-result.ts';
import { sealedDigestIn } from '../../../proof/sealed-digest.ts';
import { readableInstant } from '../../../proof/statement-facts.ts';
import { type SuspiciousCharacter, suspiciousCharacters } from '../../../proof/text.ts';
import { TrustProvenance, type TrustSource } from '../../../proof/trust-basis.ts';
import { unknownMembersSentence } from '../../../proof/unknown-members.ts';
import { isIssuersWord, type SealVerdict, verifySeal } from '../../../proof/verify.ts';
import type { PageEvidence } from '../../pure.ts';
import { type CitationCheck, CitationMaterial } from './citation-check.ts';
import { documentIn } from './sort-files.ts';
import { texts } from './texts.ts';
import {
  onlyOne,
  piecesOf,
  type Source,
  saltOf,
  savedCheckpointOf,
  sealIn,
  statusesIn,
  trustIn,
  Unreadable,
  type VerifierInput,
} from './verifier-input.ts';

/** Result of a check. `waiting` and `broken` have no verdict, but a sentence that says what is missing or failed. */
export type CheckOutcome =
  | { kind: 'waiting'; sentence: string }
  | { kind: 'broken'; sentence: string }
  | { kind: 'judged'; judged: [CopyVerdict, ...CopyVerdict[]] };

/** Verdict on a seal and one copy of the sealed content, or on a seal alone. */
export interface CopyVerdict {
  /** File name of the copy, or of the seal if there is no copy. */
  name: string;
  verdict: SealVerdict;
  notes: string[];
  /** Location of the missing proof that the user’s saved checkpoint is consistent with the seal’s. */
  missingProof: MissingFile | null;
  /** Location of a status list that could show that the seal is in force. */
  missingStatus: MissingFile | null;
  /** Why it was not checked whether the seal was revoked. Null if it was checked, or if the main sentence says why. */
  uncheckedReason: string | null;
  hidden: HiddenCharacters;
  /** Result for the quotations, if the copy is a citation file. */
  citations: CitationCheck | null;
}

/** A file that the check needs and that the user can download. */
export interface MissingFile {
  address: string;
  /** True if the service that serves this page also serves the file. */
  isOwn: boolean;
}

/** Suspicious characters in the copy, if it is a text. */
export interface HiddenCharacters {
  listed: SuspiciousCharacter[];
  hasMore: boolean;
}

/** Maximum number of hidden characters listed. A text can consist of hidden characters only. */
const MAX_LISTED = 20;

/** Seal id and service address of the seal page that contains the verifier. */
export type OwnPage = Pick<PageEvidence, 'sealId' | 'publicUrl'>;

export interface CheckOptions {
  page: OwnPage | null;
  /** Aborted when the user changes the input during the check. */
  signal: AbortSignal;
  /** Called while a large file is hashed, with its name and the hashed share, 0 to 1. */
  onProgress: (name: string, part: number) => void;
}

/** Checks each copy separately, without any request to a server. Returns null if `options.signal` was aborted. */
export async function check(given: VerifierInput, options: CheckOptions): Promise<CheckOutcome | null> {
  const missing = missingInput(given);
  if (missing) return { kind: 'waiting', sentence: [missing, ...(await failedDownloads(given.copies))].join(' ') };
  try {
    const materials = await citationMaterials(given);
    const [first, ...others] = await new SealChecker(withMaterials(given, materials), materials, options).judged();
    return { kind: 'judged', judged: [first!, ...others] };
  } catch (error) {
    if (options.signal.aborted) return null;
    if (error instanceof Unreadable) return { kind: 'broken', sentence: error.message };
    console.error(error);
    return { kind: 'broken', sentence: texts.input.broken };
  }
}

/** Citation files among all files of the form. */
async function citationMaterials({ copies, unused }: VerifierInput): Promise<CitationMaterial[]> {
  const found = await Promise.all([...copies, ...unused].map((file) => CitationMaterial.in(file)));
  return found.filter((material) => material !== null);
}

/** With a citation file, a pasted text belongs to the files that were chosen before, instead of replacing them. */
function withMaterials(given: VerifierInput, materials: readonly CitationMaterial[]): VerifierInput {
  return materials.length > 0 ? { ...given, copies: [...given.copies, ...given.unused], unused: [] } : given;
}

function missingInput({ seals, trust }: VerifierInput): string | null {
  const isSealMissing = seals.length === 0;
  if (isSealMissing && trust.length === 0) return texts.input.sealAndTrustMissing;
  if (isSealMissing) return texts.input.sealMissing;
  if (trust.length === 0) return texts.input.trustMissing;
  return null;
}

/** One sentence for each file that looks like a failed download, such as a web page or an empty file. */
async function failedDownloads(files: readonly File[]): Promise<string[]> {
  const sentences = await Promise.all(
    files.map(async (file) => {
      const bytes = await documentIn(file);
      const problem = bytes && problemInBytes(bytes);
      return problem ? [texts.input.failedDownload(file.name, problem)] : [];
    }),
  );
  return sentences.flat();
}

/** Seal from the verifier form, not verified yet. */
interface GivenSeal {
  source: Source;
  bundle: Uint8Array;
  /** SHA-256 of the sealed bytes; null if the seal can’t be read. */
  sha256: string | null;
}

/** Content to compare with a seal: a file or a pasted text. */
interface ComparedCopy {
  name: string;
  /** File to compare. Null for a pasted text. */
  file: File | null;
  copy: ArtifactCopy | null;
  text: string | null;
}

/** Verdict on a seal, with the copy that was compared. Null without a copy. */
interface JudgedCopy {
  seal: GivenSeal;
  compared: ComparedCopy | null;
  verdict: SealVerdict;
}

class SealChecker {
  readonly #given: VerifierInput;
  readonly #materials: readonly CitationMaterial[];
  readonly #options: CheckOptions;

  constructor(given: VerifierInput, materials: readonly CitationMaterial[], options: CheckOptions) {
    this.#given = given;
    this.#materials = materials;
    this.#options = options;
  }

  /** At least one verdict, in the order of the copies. Seals without a copy come last. @throws {Unreadable} */
  async judged(): Promise<CopyVerdict[]> {
    const given = this.#given;
    const salt = saltOf(given);
    const seals = await Promise.all(given.seals.map(givenSeal));
    const trust = onlyOne(given.trust, texts.input.trustFiles)!;
    const statuses = given.statuses && (await Promise.all(given.statuses.map(statusesIn))).flat();
    const oldCheckpoint = await savedCheckpointOf(given);
    const common = {
      trust: await trustIn(trust),
      trustSource: trustSourceOf(trust),
      ...(salt && { salt }),
      ...(statuses && { statuses }),
      ...(oldCheckpoint && { oldCheckpoint }),
    };
    const judged: JudgedCopy[] = [];
    const used = new Set<GivenSeal>();
    // Copies can be large, so they are hashed last and one at a time.
    for await (const compared of this.#compared(salt)) {
      // A text that quotes can have a seal of its own. It is then compared with that as well.
      if (this.#isTaken(compared) && !sealWithDigest(compared, seals)) continue;
      const seal = sealOf(compared, seals);
      used.add(seal);
      const { copy, text } = compared;
      const content = copy ? { artifact: copy } : { text: text! };
      const verdict = await verifySeal({ bundle: seal.bundle, ...common, ...content });
      judged.push({ seal, compared, verdict });
    }
    for (const seal of seals.filter((one) => !used.has(one))) {
      judged.push({ seal, compared: null, verdict: await verifySeal({ bundle: seal.bundle, ...common }) });
    }
    return judged.map((one) => this.#verdictOn(one));
  }

  /** True if a copy belongs to a citation file: as a document, as its text, or as the text that quotes. */
  #isTaken({ name, copy, text }: ComparedCopy): boolean {
    return this.#materials
      .map((material) => (copy ? material.takeCopy(name, copy) : material.takeText(name, text!)))
      .includes(true);
  }

  async *#compared(salt: Uint8Array | undefined): AsyncGenerator<ComparedCopy> {
    const { copies, text } = this.#given;
    const { signal, onProgress } = this.#options;
    for (const file of copies) {
      const copy = await readCopy(piecesOf(file, signal, onProgress), { salt });
      yield { name: file.name, file, copy, text: null };
    }
    if (text !== null) yield { name: texts.sources.textField, file: null, copy: null, text };
  }

  #verdictOn({ seal, compared, verdict }: JudgedCopy): CopyVerdict {
    const { page } = this.#options;
    const material = this.#materials.find(({ source }) => source === compared?.file);
    return {
      name: compared?.name ?? seal.source.name,
      verdict,
      notes: notesOn(verdict, { seal, compared, given: this.#given, page }),
      missingProof: missingFileAt(verdict.proofPath, verdict, page),
      uncheckedReason: isRevocationOpen(verdict) && holds(verdict.result) ? statusDetail(verdict) : null,
      missingStatus: isRevocationOpen(verdict) ? missingFileAt(verdict.statusPath, verdict, page) : null,
      hidden: hiddenIn(compared),
      citations: material?.check() ?? null,
    };
  }
}

async function givenSeal(source: Source): Promise<GivenSeal> {
  const bundle = await sealIn(source);
  return { source, bundle, sha256: sealedDigestIn(bundle) };
}

/**
 * The seal of a copy: that with the copy’s digest, otherwise that named after the file, otherwise the first seal, which then
 * reports a difference.
 */
function sealOf(compared: ComparedCopy, seals: readonly GivenSeal[]): GivenSeal {
  return (
    sealWithDigest(compared, seals) ??
    seals.find(({ source }) => source.name === `${compared.name}.sigstore.json`) ??
    seals[0]!
  );
}

function sealWithDigest({ copy, text }: ComparedCopy, seals: readonly GivenSeal[]): GivenSeal | undefined {
  const digests = copy ? [copy.sha256, copy.saltedSha256] : [digestOf(text!)];
  return seals.find(({ sha256 }) => sha256 !== null && digests.includes(sha256));
}

function digestOf(text: string): string | null {
  return text.isWellFormed() ? bytesToHex(sha256(encodeUtf8(text))) : null;
}

/**
 * Where the trusted keys come from. Keys in a page on a site come from that site. Keys in a page on disk prove nothing about
 * their origin.
 */
function trustSourceOf(trust: Source): TrustSource {
  if (trust instanceof File) return { whose: TrustProvenance.CHOSEN };
  const { protocol, origin } = location;
  return protocol === 'https:' || protocol === 'http:'
    ? { whose: TrustProvenance.SITE, origin }
    : { whose: TrustProvenance.ALONG };
}

interface NoteContext {
  seal: GivenSeal;
  compared: ComparedCopy | null;
  given: VerifierInput;
  page: OwnPage | null;
}

function notesOn(verdict: SealVerdict, { seal, compared, given, page }: NoteContext): string[] {
  const { result, statement, time, checks, judge } = verdict;
  const isOtherCopy = result === SealResult.DIFFERENT || result === SealResult.SAME_TEXT;
  const predicate = statement?.predicate;
  const file = compared?.file;
  const isPasted = compared !== null && compared.file === null;
  const problem = isOtherCopy && compared?.copy?.bytes ? problemInBytes(compared.copy.bytes) : null;
  const notes: (string | false | null | undefined)[] = [
    file && texts.notes.comparedFile(file.name, file.size),
    file && file.size > MAX_WHOLE_BYTES && texts.notes.largeFile,
    isPasted && texts.notes.comparedText,
    isPasted && given.unused.length > 0 && texts.notes.notCompared(given.unused.map(({ name }) => name).join(', ')),
    predicate && isIssuersWord(verdict)
      ? texts.notes.comparedWithSeal(seal.source.name, predicate.sealId)
      : texts.notes.comparedWith(seal.source.name),
    problem && compared && texts.input.failedDownload(compared.name, problem),
    result === SealResult.DIFFERENT && texts.notes.otherSeal,
    isOtherCopy && isPasted && texts.notes.pastedText,
    page && predicate && predicate.sealId !== page.sealId && texts.notes.notSealOfPage(predicate.sealId),
    predicate && result !== SealResult.INVALID && timeNote(time, predicate.claimedAt, judge.isWhoShown),
    // For the results INVALID and UNKNOWN, the main sentence already reports the checkpoint.
    given.checkpoint.length > 0 &&
      result !== SealResult.INVALID &&
      result !== SealResult.UNKNOWN &&
      checks.find(({ name }) => name === CheckName.checkpoint)?.detail,
    given.consistency.length > 0 &&
      given.checkpoint.length === 0 &&
      texts.notes.proofNotUsed(given.consistency[0]!.name),
    holds(result) && !isRevocationOpen(verdict) && statusDetail(verdict),
    statement?.unknownMembers &&
      isIssuersWord(verdict) &&
      unknownMembersSentence(statement.unknownMembers, texts.notes.statement),
    judge.reason,
    judgeNote(judge, given.trust[0]!),
  ];
  return notes.filter((note): note is string => Boolean(note));
}

/** True if the main sentence says that the seal is valid. */
function holds(result: SealResult): boolean {
  return result === SealResult.SAME_BYTES || result === SealResult.SAME_TEXT || result === SealResult.SIMILAR_TEXT;
}

/** Source and fingerprint of the trusted keys, to compare with a contract. */
function judgeNote({ sealKey, sealKeys }: SealVerdict['judge'], trust: Source): string {
  const isOfSite = !(trust instanceof File) && /^https?:$/.test(location.protocol);
  const keys = isOfSite ? texts.notes.keysOf(location.origin, trust.name) : texts.notes.keysIn(trust.name);
  return sealKey
    ? texts.notes.judged(keys, sealKey)
    : texts.notes.notJudged(keys, sealKeys.join(', ') || texts.notes.noKeys);
}

function isRevocationOpen({ answer }: SealVerdict): boolean {
  return answer === SealAnswer.REVOCATION_NOT_CHECKED;
}

function statusDetail({ checks }: SealVerdict): string {
  return checks.find(({ name }) => name === CheckName.status)!.detail;
}

/**
 * Location of a missing file. On the seal’s own page, it is at the page’s address, because the service can have moved after
 * sealing.
 */
function missingFileAt(path: string | null, verdict: SealVerdict, page: OwnPage | null): MissingFile | null {
  const { statement } = verdict;
  if (!path || !statement || !isIssuersWord(verdict)) return null;
  const { sealId, issuer } = statement.predicate;
  return page?.sealId === sealId
    ? { address: page.publicUrl + path, isOwn: true }
    : { address: issuer.origin + path, isOwn: false };
}

function timeNote({ status, at, by }: SealVerdict['time'], claimedAt: string, isIssuers: boolean): string {
  if (status === 'PROVEN') return texts.notes.provenTime(readableInstant(at!), `${by}`);
  const time = readableInstant(claimedAt);
  const claim = isIssuers ? texts.notes.issuersTime(time) : texts.notes.systemsTime(time);
  return status === 'NOT_PROVEN' ? texts.notes.timeNotProven(claim) : texts.notes.timeNotChecked(claim);
}

function hiddenIn(compared: ComparedCopy | null): HiddenCharacters {
  const text = compared?.copy ? textIn(compared.copy) : (compared?.text ?? '');
  const found = suspiciousCharacters(text, MAX_LISTED + 1);
  return { listed: found.slice(0, MAX_LISTED), hasMore: found.length > MAX_LISTED };
}

/** The copy as text. Empty if it isn’t a text, or if it exceeds `MAX_WHOLE_BYTES`, which a note reports. */
function textIn({ bytes }: ArtifactCopy): string {
  try {
    return bytes ? decodeUtf8(bytes) : '';
  } catch (error) {
    if (error instanceof MalformedInput) return '';
    throw error;
  }
}
