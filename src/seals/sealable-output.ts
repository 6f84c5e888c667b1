import type { RunOutput } from '../gateway/index.ts';
import { isStreamSafe } from '../proof/normal-form.ts';
import type { SealPredicate } from '../proof/statement.ts';
import { NORMALIZATION, normalizedDigest } from '../proof/text.ts';
import { SealSubject } from './seal.entity.ts';
import type { Sealable } from './sealable.ts';
import { hexDigest } from './sha256.ts';

/** Of one sealed text, in bytes of UTF-8. */
export const MAX_TEXT_BYTES = 1_000_000;

/** The text that a run answered, and what the log says of the run. A model that is not known stays unsaid. */
export type SealableOutput = Omit<RunOutput, 'model' | 'deployment'> & {
  readonly model: string | null;
  readonly deployment: string | null;
};

/** Why an output cannot be sealed, in a sentence; null where it can. */
export function whyNotSealable(text: string): string | null {
  if (text === '') return 'Not sealed: the answer has no text.';
  if (!text.isWellFormed()) {
    return 'Not sealed: the text holds half of a character, so its bytes would not be its own alone.';
  }
  const byteLength = Buffer.byteLength(text, 'utf8');
  return byteLength > MAX_TEXT_BYTES
    ? `Not sealed: the text has ${byteLength} bytes; at most ${MAX_TEXT_BYTES} can be sealed.`
    : null;
}

/**
 * What is sealed is the text alone, in UTF-8, as the caller is given it: no thoughts, no calls of tools, no citations.
 * @param number which of the run's seals it is, from 1
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
  const { runId, task, taskVersion, deployment, model, policyVersion, isSimulated, isNotFinal, text } = output;
  return {
    // It only explains a mismatch, and is not worth what some texts would take to have one.
    ...(isStreamSafe(text) && { normalizedDigest: { alg: NORMALIZATION, sha256: hexOf(normalizedDigest(text)) } }),
    producer: {
      kind: PRODUCER,
      runId,
      task,
      taskVersion,
      policyVersion,
      ...(deployment !== null && { deployment }),
      ...(model !== null && !isSimulated && { model: bounded(model) }),
    },
    digitalSourceType: isSimulated ? DRAWN_BY_ALGORITHM : DRAWN_BY_MODEL,
    aiGenerated: !isSimulated,
    simulated: isSimulated,
    notFinal: isNotFinal,
  };
}

const PRODUCER = 'gateway';
/** Words that providers choose are bounded, whatever they send. */
const MOST_WORD = 255;
const bounded = (word: string) => word.slice(0, MOST_WORD).toWellFormed();

/** IPTC's terms for what a trained model makes, and for what an algorithm makes that was not trained on anything. */
export const DRAWN_BY_MODEL = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
export const DRAWN_BY_ALGORITHM = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia';

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
