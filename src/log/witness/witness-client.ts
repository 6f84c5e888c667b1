import type { Dispatcher } from 'undici';
import { PostFailed, type PostFailure, post } from '../../platform/http/post.ts';
import { decodeUtf8, encodeUtf8 } from '../../proof/bytes.ts';
import { parseCheckpoint } from '../../proof/checkpoint.ts';
import { type ConsistencyProof, formatConsistencyProof } from '../../proof/consistency-proof.ts';
import { Malformed } from '../../proof/malformed.ts';
import {
  type NoteSignature,
  openNote,
  parseNote,
  parseSignatures,
  parseVerifierKey,
  type VerifierKey,
} from '../../proof/note.ts';
import { MAX_MESSAGE_BYTES, parseSizeAnswer, SIZE_MEDIA_TYPE } from './add-checkpoint.ts';

const DEFAULT_TIMEOUT_MS = 5_000;

// The first try may use a size that is out of date, the second may lose against another process of the same log.
const MAX_TRIES = 4;

/** A witness that the operator set up. */
export interface KnownWitness {
  /** Submission prefix: `add-checkpoint` is added to it. */
  url: string;
  key: VerifierKey;
}

/** @throws {Malformed} for a verifier key that is not one. */
export function knownWitness({ vkey, url }: { vkey: string; url: string }): KnownWitness {
  return { url, key: parseVerifierKey(vkey) };
}

export type WitnessFailure =
  | PostFailure
  /** 404: it was not told of this log. */
  | 'UNKNOWN_LOG'
  /** 403: it knows the log by another key. */
  | 'BAD_SIGNATURE'
  /** 422 at a larger size: to the witness this checkpoint is not a continuation of the one it cosigned. */
  | 'INCONSISTENT'
  /** 422 at the size it knows, from older witnesses 409 without a size: it cosigned another tree of the same size. */
  | 'OTHER_ROOT'
  /** It cosigned a larger tree than the log has now: the log went back. */
  | 'AHEAD'
  /** Any other answer. */
  | 'BAD_ANSWER';

/** The witness did not cosign. The message says what to do; `code` never changes. */
export class WitnessFailed extends Error {
  override readonly name = 'WitnessFailed';
  readonly code: WitnessFailure;

  constructor(code: WitnessFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface WitnessOptions {
  /** For each request. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Makes the connection; left out: the one of the process. */
  dispatcher?: Dispatcher | undefined;
}

export type AddCheckpointResult =
  /** The cosignatures hold; they are to be put behind the checkpoint's own signatures. */
  | { outcome: 'COSIGNED'; signatures: NoteSignature[] }
  /** The witness cosigned a tree of another size last: a proof from there is wanted. */
  | { outcome: 'OTHER_SIZE'; size: number };

/**
 * One request to a witness.
 * @throws {WitnessFailed} and the signal's own reason when the caller aborts.
 */
export async function addCheckpoint(
  witness: KnownWitness,
  request: ConsistencyProof,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal, dispatcher }: WitnessOptions = {},
): Promise<AddCheckpointResult> {
  const { name } = witness.key;
  const answer = await post(`${witness.url.replace(/\/+$/, '')}/add-checkpoint`, {
    body: encodeUtf8(formatConsistencyProof(request)),
    contentType: 'text/plain; charset=utf-8',
    maxBytes: MAX_MESSAGE_BYTES,
    timeoutMs,
    signal,
    dispatcher,
  }).catch((cause: unknown) => {
    if (!(cause instanceof PostFailed)) throw cause;
    throw new WitnessFailed(cause.code, `${cause.message} Check the address of the witness ${name}.`, { cause });
  });

  switch (answer.status) {
    case 200:
      return { outcome: 'COSIGNED', signatures: read(name, () => cosignaturesOf(witness, request, answer.bytes)) };
    case 409:
      if (answer.contentType.split(';')[0]!.trim().toLowerCase() === SIZE_MEDIA_TYPE) {
        return { outcome: 'OTHER_SIZE', size: read(name, () => parseSizeAnswer(decodeUtf8(answer.bytes))) };
      }
      throw otherRoot(name);
    case 404:
      throw new WitnessFailed(
        'UNKNOWN_LOG',
        `The witness ${name} does not know this log. Give its operator the log's key.`,
      );
    case 403:
      throw new WitnessFailed(
        'BAD_SIGNATURE',
        `The witness ${name} knows this log by another key. Give its operator the present one.`,
      );
    case 422:
      if (parseCheckpoint(parseNote(request.checkpoint).text).size === request.oldSize) throw otherRoot(name);
      throw new WitnessFailed(
        'INCONSISTENT',
        `To the witness ${name} this checkpoint does not continue the one it cosigned. Stop the log and audit it.`,
      );
    default:
      throw new WitnessFailed(
        'BAD_ANSWER',
        `The witness ${name} answered with status ${answer.status}. Ask its operator.`,
      );
  }
}

/**
 * The cosignatures of a witness on a checkpoint, whatever size the witness saw last.
 * @param proofFrom the consistency proof from a smaller size to the checkpoint's; not asked for size 0
 * @param knownSize what the witness cosigned last, as far as the caller remembers
 * @throws {WitnessFailed} and the signal's own reason when the caller aborts.
 */
export async function cosignatures(
  witness: KnownWitness,
  checkpoint: string,
  proofFrom: (oldSize: number) => Promise<readonly Uint8Array[]>,
  { knownSize = 0, ...options }: WitnessOptions & { knownSize?: number } = {},
): Promise<NoteSignature[]> {
  const { name } = witness.key;
  const { size } = parseCheckpoint(parseNote(checkpoint).text);
  let oldSize = Math.min(knownSize, size);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const proof = oldSize === 0 ? [] : await proofFrom(oldSize);
    const answer = await addCheckpoint(witness, { oldSize, proof, checkpoint }, options);
    if (answer.outcome === 'COSIGNED') return answer.signatures;
    if (answer.size > size) {
      throw new WitnessFailed(
        'AHEAD',
        `The witness ${name} cosigned a tree of ${answer.size} entries; this checkpoint has ${size}. ` +
          'Unless a newer checkpoint was cosigned meanwhile, the log was rolled back: stop it.',
      );
    }
    oldSize = answer.size;
  }
  throw new WitnessFailed('BAD_ANSWER', `The witness ${name} named another size each time. Ask its operator.`);
}

function otherRoot(name: string): WitnessFailed {
  return new WitnessFailed(
    'OTHER_ROOT',
    `The witness ${name} cosigned another tree of the same size. Stop the log and compare both checkpoints.`,
  );
}

function cosignaturesOf({ key }: KnownWitness, { checkpoint }: ConsistencyProof, body: Uint8Array): NoteSignature[] {
  const { text } = parseNote(checkpoint);
  // What other keys signed is none of our business, and would make every later reader do work.
  const signatures = parseSignatures(decodeUtf8(body)).filter(
    ({ name, keyId }) => name === key.name && keyId === key.keyId,
  );
  openNote({ text, signatures }, [key]);
  return signatures;
}

/** Reads what the witness wrote; that it cannot be read, or does not hold, is the witness's failure. */
function read<Value>(name: string, body: () => Value): Value {
  try {
    return body();
  } catch (cause) {
    const reason = cause instanceof Malformed ? `cannot be read: ${cause.message}` : 'does not hold';
    throw new WitnessFailed('BAD_ANSWER', `What the witness ${name} answered ${reason}. Ask its operator.`, { cause });
  }
}
