import { decodeUtf8 } from '../../../proof/bytes.ts';
import { type Copy, MAX_WHOLE_BYTES, readCopy } from '../../../proof/copy.ts';
import { type TrustSource, WhoseTrust } from '../../../proof/judge.ts';
import { Malformed } from '../../../proof/malformed.ts';
import { CheckName, MalformedProof } from '../../../proof/malformed-proof.ts';
import { readableInstant } from '../../../proof/statement-facts.ts';
import { type SuspiciousCharacter, suspiciousCharacters } from '../../../proof/text.ts';
import { parseTrust, type Trust } from '../../../proof/trust.ts';
import { isIssuersWord, SealResult, type Verdict, verifySeal } from '../../../proof/verify.ts';
import type { PageEvidence } from '../../pure.ts';
import {
  bundlesOf,
  bytesOf,
  type Given,
  keptCheckpointOf,
  piecesOf,
  type Source,
  saltOf,
  Unreadable,
} from './given.ts';

/** What came of checking. A verdict is about a seal; without one there is only a sentence about what is in the way. */
export type Outcome =
  | { kind: 'waiting'; sentence: string }
  | { kind: 'broken'; sentence: string }
  | {
      kind: 'judged';
      verdict: Verdict;
      notes: string[];
      wantedProof: WantedProof | null;
      hidden: HiddenCharacters;
    };

/** Where the reader gets the proof that the checkpoint they kept and the seal's are of one log's history. */
export interface WantedProof {
  address: string;
  /** Whether it is at the service that this page is from. */
  isOwn: boolean;
}

/** In the copy, where it is a text. */
export interface HiddenCharacters {
  listed: SuspiciousCharacter[];
  hasMore: boolean;
}

/** How many hidden characters are listed; a text may be nothing else. */
const MAX_LISTED = 20;

/** Of the page around, where it is a seal's own. */
export type OwnPage = Pick<PageEvidence, 'sealId' | 'publicUrl'>;

export interface CheckOptions {
  page: OwnPage | null;
  /** What was given is not what counts any more. */
  signal: AbortSignal;
  /** Told how much of a large file was hashed: from 0 to 1. */
  onProgress: (part: number) => void;
}

/** Checks what was given, here and with nothing else. Null when it was abandoned. */
export async function check(given: Given, { page, signal, onProgress }: CheckOptions): Promise<Outcome | null> {
  const missing = missingOf(given);
  if (missing) return { kind: 'waiting', sentence: missing };
  try {
    const salt = saltOf(given);
    const bundle = await bytesOf(given.bundle!);
    const statuses = given.statuses && (await Promise.all(given.statuses.map(bundlesOf))).flat();
    const oldCheckpoint = await keptCheckpointOf(given);
    const trust = await trustOf(given.trust!);
    // Last, since it may take long.
    const artifact = given.artifact && (await readCopy(piecesOf(given.artifact, signal, onProgress), { salt }));
    const verdict = await verifySeal({
      bundle,
      trust,
      trustSource: trustSourceOf(given.trust!),
      ...(artifact ? { artifact } : given.text !== null && { text: given.text }),
      ...(salt && { salt }),
      ...(statuses && { statuses }),
      ...(oldCheckpoint && { oldCheckpoint }),
    });
    const notes = notesOn(verdict, given, page);
    const wantedProof = wantedProofOf(verdict, page);
    return { kind: 'judged', verdict, notes, wantedProof, hidden: hiddenIn(given, artifact) };
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof Unreadable) return { kind: 'broken', sentence: error.message };
    console.error(error);
    return { kind: 'broken', sentence: 'The check broke off, so nothing is shown to be in order.' };
  }
}

function missingOf({ bundle, trust }: Given): string | null {
  if (!bundle && !trust) return 'Not checked yet: the seal and the trust file are missing.';
  if (!bundle) return 'Not checked yet: the seal is missing.';
  if (!trust) return 'Not checked yet: the trust file is missing.';
  return null;
}

async function trustOf(source: Source): Promise<Trust> {
  try {
    return parseTrust(await bytesOf(source));
  } catch (error) {
    if (error instanceof MalformedProof) throw new Unreadable(error.message, { cause: error });
    throw error;
  }
}

/** A page from disk is handed on like any file, with the keys in it; one of a site has those of that site. */
function trustSourceOf(trust: Source): TrustSource {
  if (trust instanceof File) return { whose: WhoseTrust.CHOSEN };
  const { protocol, origin } = location;
  return protocol === 'https:' || protocol === 'http:'
    ? { whose: WhoseTrust.SITE, origin }
    : { whose: WhoseTrust.ALONG };
}

function notesOn({ result, statement, time, checks, judge }: Verdict, given: Given, page: OwnPage | null): string[] {
  const isOtherCopy = result === SealResult.DIFFERENT || result === SealResult.SAME_TEXT;
  const predicate = statement?.predicate;
  const notes: (string | false | null | undefined)[] = [
    given.artifact
      ? `Compared: the file ${given.artifact.name}, ${given.artifact.size.toLocaleString('en')} bytes.`
      : '',
    given.artifact &&
      given.artifact.size > MAX_WHOLE_BYTES &&
      'Of a file above 16 MB only the digest is compared: other line ends make it another file, and characters that hide are not looked for.',
    given.text !== null && !given.artifact && 'Compared: the text in the field.',
    isOtherCopy &&
      given.text !== null &&
      !given.artifact &&
      'A text field turns every line end into a line feed, and copying from a screen may lose more. If you have the file, give the file.',
    isOtherCopy &&
      predicate?.private &&
      given.salt === '' &&
      'The seal is private: without its salt no text is the sealed one.',
    page &&
      predicate &&
      predicate.sealId !== page.sealId &&
      `The seal you gave is ${predicate.sealId}, not the one of this page.`,
    predicate && result !== SealResult.INVALID && timeNote(time, predicate.claimedAt, judge.isWhoShown),
    // Where it is in the way, the sentence of the result says so.
    given.checkpoint &&
      result !== SealResult.INVALID &&
      result !== SealResult.UNKNOWN &&
      checks.find(({ name }) => name === CheckName.checkpoint)?.detail,
    given.consistency &&
      !given.checkpoint &&
      `${given.consistency.name} was not looked at: it goes with a checkpoint that you kept, and none was given.`,
    holds(result) && checks.find(({ name }) => name === CheckName.status)?.detail,
    judge.reason,
    judgeNote(judge, given.trust!),
  ];
  return notes.filter((note): note is string => Boolean(note));
}

/** Whether the sentence of the result says that the seal holds. */
function holds(result: SealResult): boolean {
  return result === SealResult.SAME_BYTES || result === SealResult.SAME_TEXT || result === SealResult.SIMILAR_TEXT;
}

/** Whose keys they are, to compare with a contract. */
function judgeNote({ sealKey, sealKeys }: Verdict['judge'], trust: Source): string {
  const whose =
    trust instanceof File
      ? `the keys in ${trust.name}`
      : /^https?:$/.test(location.protocol)
        ? `the keys of ${location.origin}, in ${trust.name}`
        : `the keys in ${trust.name}`;
  return sealKey
    ? `Judged by ${whose}; the seal key’s fingerprint is ${sealKey}.`
    : `Judged by ${whose}; none of its seal keys signed this: ${sealKeys.join(', ') || 'it has none'}.`;
}

/** The page was moved with its service; a statement names the address that it had then. */
function wantedProofOf(verdict: Verdict, page: OwnPage | null): WantedProof | null {
  const { proofPath, statement } = verdict;
  if (!proofPath || !statement || !isIssuersWord(verdict)) return null;
  const { sealId, issuer } = statement.predicate;
  return page?.sealId === sealId
    ? { address: page.publicUrl + proofPath, isOwn: true }
    : { address: issuer.origin + proofPath, isOwn: false };
}

function timeNote({ status, at, by }: Verdict['time'], claimedAt: string, isIssuers: boolean): string {
  if (status === 'PROVEN')
    return `It existed at ${readableInstant(at!)}; that is the word of ${by}, not of the issuer.`;
  const claim = `${isIssuers ? 'The issuer’s own clock' : 'The clock of whoever sealed it'} said ${readableInstant(claimedAt)}`;
  return status === 'NOT_PROVEN'
    ? `${claim}; nothing proves the time.`
    : `${claim}. There is a time stamp, which this browser cannot check on a page over plain http; the verifier from disk can.`;
}

function hiddenIn({ text }: Given, copy: Copy | null): HiddenCharacters {
  const found = suspiciousCharacters(copy ? textIn(copy) : (text ?? ''), MAX_LISTED + 1);
  return { listed: found.slice(0, MAX_LISTED), hasMore: found.length > MAX_LISTED };
}

/** Empty when it is no text, or too large to hold, which a note says. */
function textIn({ bytes }: Copy): string {
  try {
    return bytes ? decodeUtf8(bytes) : '';
  } catch (error) {
    if (error instanceof Malformed) return '';
    throw error;
  }
}
