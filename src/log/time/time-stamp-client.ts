import { createHash, randomBytes } from 'node:crypto';
import * as asn1js from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs';
import type { Dispatcher } from 'undici';
import { PostFailed, type PostFailure, type PostOptions, post } from '../../platform/http/post.ts';
import { equalBytes } from '../../proof/bytes.ts';

const SHA_256 = '2.16.840.1.101.3.4.2.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';

// Maximum size of a response. One with a chain of three RSA certificates has about 6 kB.
const MAX_ANSWER_BYTES = 65_536;
const DEFAULT_TIMEOUT_MS = 10_000;
const NONCE_LENGTH = 16;

/** Names of the values of PKIStatus (RFC 3161 section 2.4.2), in the order of their numbers. */
const STATUSES = [
  'granted',
  'granted with modifications',
  'rejected',
  'waiting',
  'revocation warning',
  'revocation notification',
];

export type TimeStampFailure =
  | PostFailure
  | 'REDIRECTED'
  | 'STATUS'
  | 'NOT_A_TIME_STAMP'
  | 'REJECTED'
  | 'OTHER_BYTES'
  | 'WRONG_NONCE'
  | 'NO_CERTIFICATE';

/** The request for a time stamp failed. The message says why and what to do; `code` is stable. */
export class TimeStampFailed extends Error {
  override readonly name = 'TimeStampFailed';
  readonly code: TimeStampFailure;

  constructor(code: TimeStampFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface TimeStamp {
  /** The unchanged TimeStampResp of RFC 3161, as `openssl ts -verify -in` reads it. */
  response: Uint8Array;
  /** Time that the time stamp states. */
  genTime: Date;
}

export interface TimeStampOptions {
  /** Timeout for the whole request. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Dispatcher of the request. Default: that of the process. */
  dispatcher?: Dispatcher;
}

/**
 * Requests a time stamp over bytes. Sends only their SHA-256. Checks that the response belongs to this request. The signature of
 * the time stamp is checked later by verifiers, against the authorities they trust.
 * @param url URL of the authority, from the settings
 * @throws {TimeStampFailed} or the signal's own reason if the caller aborts
 */
export async function requestTimeStamp(
  url: string,
  bytes: Uint8Array,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal, dispatcher }: TimeStampOptions = {},
): Promise<TimeStamp> {
  const digest = createHash('sha256').update(bytes).digest();
  const nonce = randomNonce();
  const response = await ask(url, requestFor(digest, nonce), { timeoutMs, signal, dispatcher });
  const { info, certificates } = readToken(response);

  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithmId !== SHA_256 || !equalBytes(new Uint8Array(hashedMessage.getValue()), digest)) {
    throw new TimeStampFailed(
      'OTHER_BYTES',
      'The time stamping authority stamped other bytes than requested. Use another authority.',
    );
  }
  if (!info.nonce || !equalBytes(info.nonce.valueBlock.valueHexView, nonce)) {
    throw new TimeStampFailed(
      'WRONG_NONCE',
      'The time stamp lacks the nonce of the request, so it may be an old one. Use a time stamping authority that repeats nonces.',
    );
  }
  if (certificates === 0) {
    throw new TimeStampFailed(
      'NO_CERTIFICATE',
      'The time stamp lacks the requested certificate, so it couldn’t be verified later. Use another time stamping authority.',
    );
  }
  return { response, genTime: info.genTime };
}

async function ask(
  url: string,
  request: Uint8Array,
  { timeoutMs, signal, dispatcher }: Pick<PostOptions, 'timeoutMs' | 'signal' | 'dispatcher'>,
): Promise<Uint8Array> {
  const answer = await post(url, {
    body: request,
    contentType: 'application/timestamp-query',
    accept: 'application/timestamp-reply',
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs,
    signal,
    dispatcher,
  }).catch((cause: unknown) => {
    if (!(cause instanceof PostFailed)) throw cause;
    const advice = 'Check the address of the time stamping authority and the network.';
    throw new TimeStampFailed(cause.code, `${cause.message} ${advice}`, { cause });
  });
  if (answer.location !== null && answer.status >= 300 && answer.status < 400) {
    throw new TimeStampFailed(
      'REDIRECTED',
      'The time stamping authority redirects to another address. Set seals.timeStampUrl to that address.',
    );
  }
  if (answer.status !== 200) {
    throw new TimeStampFailed(
      'STATUS',
      `The time stamping authority responded with status ${answer.status} instead of 200. Check its address.`,
    );
  }
  return answer.bytes;
}

function requestFor(digest: Uint8Array, nonce: Uint8Array): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: digest }),
    }),
    nonce: new asn1js.Integer({ valueHex: nonce }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

/** A positive random number without leading zero bytes, so that its DER encoding is unique. */
function randomNonce(): Uint8Array {
  const nonce = randomBytes(NONCE_LENGTH);
  nonce[0] = (nonce[0]! & 0x3f) | 0x40;
  return nonce;
}

function readToken(response: Uint8Array): { info: TSTInfo; certificates: number } {
  const { status, timeStampToken } = parsed(() => new TimeStampResp({ schema: wholeDer(response) }));
  if (status.status !== 0) {
    const reason = STATUSES[status.status] ?? `status ${status.status}`;
    const words = (status.statusStrings ?? []).map((text) => text.valueBlock.value).join(' ');
    throw new TimeStampFailed(
      'REJECTED',
      `The time stamping authority didn’t grant a time stamp (${reason}${words && `: ${printable(words)}`}). Contact its operator.`,
    );
  }
  return parsed(() => {
    if (timeStampToken?.contentType !== SIGNED_DATA) throw new Error('The time stamp token contains no signed data.');
    const signed = new SignedData({ schema: timeStampToken.content });
    const { eContentType, eContent } = signed.encapContentInfo;
    if (eContentType !== TST_INFO || !eContent) throw new Error('The time stamp token contains no TSTInfo.');
    const info = new TSTInfo({ schema: wholeDer(new Uint8Array(eContent.getValue())) });
    return { info, certificates: signed.certificates?.length ?? 0 };
  });
}

function wholeDer(bytes: Uint8Array): asn1js.AsnType {
  const { result, offset } = asn1js.fromBER(bytes);
  if (offset !== bytes.length) throw new Error('The time stamp token has bytes after its DER value.');
  return result;
}

function parsed<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    throw new TimeStampFailed(
      'NOT_A_TIME_STAMP',
      'The response is not from an RFC 3161 time stamping authority. Check the address.',
      { cause },
    );
  }
}

/** Makes untrusted text safe for a log line: without control characters and symbols, and at most 200 characters. */
function printable(words: string): string {
  return words.replace(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, ' ').slice(0, 200);
}
