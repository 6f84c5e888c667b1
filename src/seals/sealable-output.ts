import type { RunOutput } from '../gateway/index.ts';
import { isStreamSafe } from '../proof/normal-form.ts';
import type { SealPredicate } from '../proof/statement.ts';
import { NORMALIZATION, normalizedDigest } from '../proof/text.ts';
import { SealSubject } from './seal.entity.ts';
import type { Sealable } from './sealable.ts';
import { hexDigest } from './sha256.ts';

/** Maximum size of a sealed text, in bytes of UTF-8. */
export const MAX_TEXT_BYTES = 1_000_000;

/** A run's output text, and the recorded facts of the run. `model` and `deployment` are null if unknown. */
export type SealableOutput = Omit<RunOutput, 'model' | 'deployment' | 'isReleased' | 'cited'> & {
  readonly model: string | null;
  readonly deployment: string | null;
};

/** Reason why an output can't be sealed, as a sentence. Null if it can. */
export function unsealableReason(text: string): string | null {
  if (text === '') return 'Not sealed: the answer has no text.';
  if (!text.isWellFormed()) {
    return 'Not sealed: the text contains half of a surrogate pair, so its UTF-8 bytes wouldn’t be unique.';
  }
  const byteLength = Buffer.byteLength(text, 'utf8');
  return byteLength > MAX_TEXT_BYTES
    ? `Not sealed: the text has ${byteLength} bytes, but at most ${MAX_TEXT_BYTES} can be sealed.`
    : null;
}

/**
 * Content of a run to seal: only the output text in UTF-8, as the caller receives it, without reasoning, tool calls or citations.
 * @param number number of this seal among the run's seals, from 1
 */
export function sealableOutput(output: SealableOutput, number: number): Sealable {
  const bytes = Buffer.from(output.text, 'utf8');
  return {
    key: `output ${output.runId} ${number}`,
    subject: SealSubject.OUTPUT,
    name: output.runId,
    sha256: hexDigest(bytes),
    byteLength: bytes.length,
    mediaType: 'text/plain; charset=utf-8',
    runId: output.runId,
    claims: claimsOf(output),
  };
}

function claimsOf(output: SealableOutput): Partial<SealPredicate> {
  const { isSimulated, text } = output;
  return {
    // The normalized digest is only used to explain mismatches, so it is skipped for texts that are expensive to normalize.
    ...(isStreamSafe(text) && { normalizedDigest: { alg: NORMALIZATION, sha256: hexOf(normalizedDigest(text)) } }),
    ...runClaims(output),
    digitalSourceType: isSimulated ? DRAWN_BY_ALGORITHM : DRAWN_BY_MODEL,
    aiGenerated: !isSimulated,
  };
}

/** Claims about the run behind sealed content. */
export function runClaims(output: SealableOutput): Partial<SealPredicate> {
  const { runId, task, taskVersion, deployment, model, policyVersion, isSimulated, isNotFinal } = output;
  return {
    producer: {
      kind: PRODUCER,
      runId,
      task,
      taskVersion,
      policyVersion,
      ...(deployment !== null && { deployment }),
      ...(model !== null && !isSimulated && { model: bounded(model) }),
    },
    simulated: isSimulated,
    notFinal: isNotFinal,
  };
}

const PRODUCER = 'gateway';
/** Maximum length of a model’s name in a statement. */
const MOST_WORD = 255;

/** A model’s name for a statement, cut to 255 characters: providers don’t limit these names. */
export const bounded = (word: string) => word.slice(0, MOST_WORD).toWellFormed();

/** IPTC terms for the source of media: a trained model, and an algorithm that wasn't trained on anything. */
export const DRAWN_BY_MODEL = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
export const DRAWN_BY_ALGORITHM = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia';

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
