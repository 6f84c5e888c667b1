import type { Dispatcher } from 'undici';
import { PostFailed, type PostFailure, post } from '../../platform/http/post.ts';
import { decodeUtf8, encodeUtf8 } from '../../proof/bytes.ts';
import { parseCheckpoint } from '../../proof/checkpoint.ts';
import { type ConsistencyProof, formatConsistencyProof } from '../../proof/consistency-proof.ts';
import { MalformedInput } from '../../proof/malformed-input.ts';
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

// Maximum number of attempts. The first may use an outdated size, the second may lose against another process of this log.
const MAX_TRIES = 4;

/** A witness that is configured in the settings. */
export interface KnownWitness {
  /** URL of the witness, to which `add-checkpoint` is appended. */
  url: string;
  key: VerifierKey;
}

/** @throws {MalformedInput} for an invalid verifier key */
export function knownWitness({ vkey, url }: { vkey: string; url: string }): KnownWitness {
  return { url, key: parseVerifierKey(vkey) };
}

export type WitnessFailure =
  | PostFailure
  /** 404: the witness doesn't know this log. */
  | 'UNKNOWN_LOG'
  /** 403: the witness knows the log with another key. */
  | 'BAD_SIGNATURE'
  /** 422 at a larger size: the checkpoint doesn't continue the one that the witness cosigned. */
  | 'INCONSISTENT'
  /**
   * 422 for a tree of the size that the witness knows, or 409 without a size from older witnesses: it cosigned a different tree
   * of this size.
   */
  | 'OTHER_ROOT'
  /** The witness cosigned a larger tree than the log has now, so the log's database was set back. */
  | 'AHEAD'
  /** The witness's response is invalid, has another status, or names another size in each attempt. */
  | 'BAD_ANSWER';

/** The witness didn't cosign. The message says what to do; `code` is stable. */
export class WitnessFailed extends Error {
  override readonly name = 'WitnessFailed';
  readonly code: WitnessFailure;

  constructor(code: WitnessFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface WitnessOptions {
  /** Timeout of each request. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Dispatcher of the requests. Default: that of the process. */
  dispatcher?: Dispatcher | undefined;
}

export type AddCheckpointResult =
  /** Valid cosignatures, to be appended to the checkpoint's own signatures. */
  | { outcome: 'COSIGNED'; signatures: NoteSignature[] }
  /** The witness last cosigned a tree of another size and needs a consistency proof from that size. */
  | { outcome: 'OTHER_SIZE'; size: number };

/**
 * Sends one request for a cosignature to a witness.
 * @throws {WitnessFailed} or the signal's own reason if the caller aborts
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
        `The witness ${name} doesn’t know this log. Send the log’s key to its operator.`,
      );
    case 403:
      throw new WitnessFailed(
        'BAD_SIGNATURE',
        `The witness ${name} knows this log with another key. Send the current key to its operator.`,
      );
    case 422:
      if (parseCheckpoint(parseNote(request.checkpoint).text).size === request.oldSize) throw otherRoot(name);
      throw new WitnessFailed(
        'INCONSISTENT',
        `The witness ${name} reports that this checkpoint doesn’t continue the one it cosigned. Stop this service and audit the log.`,
      );
    default:
      throw new WitnessFailed(
        'BAD_ANSWER',
        `The witness ${name} responded with status ${answer.status}. Contact its operator.`,
      );
  }
}

/**
 * Requests the cosignatures of a witness on a checkpoint. If the witness reports that it cosigned another size last, sends the
 * request again with a proof from that size.
 * @param proofFrom creates the consistency proof from a smaller size to the checkpoint's; not called for size 0
 * @param knownSize size that the witness last cosigned, if known
 * @throws {WitnessFailed} or the signal's own reason if the caller aborts
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
        `The witness ${name} cosigned a tree of ${answer.size} entries, but this checkpoint has ${size}. ` +
          'If no newer checkpoint was cosigned in the meantime, the log’s database was rolled back. Stop this service and audit the log.',
      );
    }
    oldSize = answer.size;
  }
  throw new WitnessFailed(
    'BAD_ANSWER',
    `The witness ${name} reported a different size of the log in each response. Contact its operator.`,
  );
}

function otherRoot(name: string): WitnessFailed {
  return new WitnessFailed(
    'OTHER_ROOT',
    `The witness ${name} cosigned a different tree of this size. Stop this service and compare both checkpoints.`,
  );
}

function cosignaturesOf({ key }: KnownWitness, { checkpoint }: ConsistencyProof, body: Uint8Array): NoteSignature[] {
  const { text } = parseNote(checkpoint);
  // Signatures of other keys are dropped, because they would only cost every later reader work.
  const signatures = parseSignatures(decodeUtf8(body)).filter(
    ({ name, keyId }) => name === key.name && keyId === key.keyId,
  );
  openNote({ text, signatures }, [key]);
  return signatures;
}

/** Parses the witness's response. @throws {WitnessFailed} for an unreadable or invalid response */
function read<Value>(name: string, body: () => Value): Value {
  try {
    return body();
  } catch (cause) {
    const reason = cause instanceof MalformedInput ? `is unreadable: ${cause.message}` : 'is invalid';
    throw new WitnessFailed('BAD_ANSWER', `The response of the witness ${name} ${reason}. Contact its operator.`, {
      cause,
    });
  }
}
