import type { Dispatcher } from 'undici';
import { connectionFailureReason } from '../../platform/http/connection-failure.ts';
import { FailureClass } from '../provider-failure.ts';
import { type CallWatch, watchOf } from './call-watch.ts';
import { EventReader, ReportedInStream, withMembers } from './collecting/index.ts';
import { type LooseReader, looseReader } from './loose-dialect.ts';

/** Many times the longest answer of a model: what is longer is something else. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** A token comes as some hundred bytes of JSON, and 128,000 of them are an answer. */
const MAX_STREAM_BYTES = 256 * 1024 * 1024;
/** One event of a stream is one line. A tool call's arguments may come in one. */
const MAX_LINE_BYTES = 1024 * 1024;
/** Limit of a stream that is put together: the events around its tokens are several times their size. */
const MAX_COLLECTED_BYTES = 4 * MAX_ANSWER_BYTES;
/** Of what a provider says about a failure: its class is told from the beginning. */
const MAX_ERROR_BYTES = 64 * 1024;
/** Held of a stream that its reader has not taken yet, before the connection is told to wait. */
const HELD_BYTES = 64 * 1024;

const NEWLINE = 10;
/** Where OpenAI's chat dialect is spoken. */
const CHAT_PATH = '/chat/completions';
/** In which each package shows its key. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'];

/** A failure of the transport: the request did not get there, or its answer broke off. Without words of the other side. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly failure: FailureClass;

  constructor(failure: FailureClass, options?: ErrorOptions) {
    super(`The connection failed: ${failure}.`, options);
    this.failure = failure;
  }
}

export interface ProviderFetchOptions {
  dispatcher: Dispatcher;
  /** The one address that requests may go to: a package that would send a key elsewhere is refused. */
  origin: string;
  /** False: nothing that looks like a key is sent. */
  hasKey: boolean;
  /** True for a server other than the provider's own: its answers are rewritten where the packages would refuse them. */
  isLoose?: boolean;
  /** Asked before each request. @throws ProviderFailure for an address that may not be called */
  assertAllowed?: () => void;
}

/**
 * What the packages of the providers call as `fetch`: a request straight on undici's dispatcher, without redirects, cookies,
 * proxies and decompression, with everything that comes back bounded. Measured, a short call takes 0.25 ms of
 * processor time this way and 0.61 by the global one.
 */
export function providerFetch({
  dispatcher,
  origin,
  hasKey,
  isLoose = false,
  assertAllowed,
}: ProviderFetchOptions): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(String(input));
    if (url.origin !== origin) throw new TransportFailure(FailureClass.ADDRESS_NOT_ALLOWED);
    assertAllowed?.();
    const headers = { ...(init.headers as Record<string, string>) };
    if (!hasKey) for (const name of KEY_HEADERS) delete headers[name];
    const watch = watchOf(init.signal);
    const collects = watch?.collects;
    const path = url.pathname + url.search;
    const body = (init.body as string | undefined) ?? null;
    return new Promise<Response>((resolve, reject) => {
      const exchange = new Exchange(watch, isLoose && url.pathname.endsWith(CHAT_PATH), resolve, reject);
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: collects ? collects.path(path) : path,
          method: (init.method ?? 'GET') as Dispatcher.HttpMethod,
          headers,
          body: collects && body !== null ? withMembers(body, collects.asking) : body,
        },
        exchange,
      );
    });
  };
}

/** One request and what comes back of it. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #watch: CallWatch | undefined;
  /** True if the server may write the dialect loosely. */
  readonly #isLoose: boolean;
  /** Null: the answer passes unchanged. */
  #loose: LooseReader | null = null;
  readonly #resolve: (response: Response) => void;
  readonly #reject: (error: unknown) => void;
  #connection: Dispatcher.DispatchController | undefined;
  #body: ReadableStreamDefaultController<Uint8Array> | undefined;
  #error: Error | undefined;
  #isOver = false;
  #isCutShort = false;
  #leftBytes = MAX_ANSWER_BYTES;
  #lineBytes = 0;
  #hasLines = false;
  /** Reader of a stream that is put together. */
  #reader: EventReader | undefined;
  #collected: ((whole: string) => void) | undefined;

  constructor(
    watch: CallWatch | undefined,
    isLoose: boolean,
    resolve: (response: Response) => void,
    reject: (error: unknown) => void,
  ) {
    this.#watch = watch;
    this.#isLoose = isLoose;
    this.#resolve = resolve;
    this.#reject = reject;
    // A request that still waits for a connection is given up at once, and aborted when it would be sent.
    if (watch) watch.onCut = (reason) => this.#fail(reason);
  }

  onRequestStart(connection: Dispatcher.DispatchController): void {
    if (this.#error) {
      connection.abort(this.#error);
      return;
    }
    this.#connection = connection;
    this.#watch?.connected();
  }

  onResponseStart(
    _connection: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    statusText = '',
  ): void {
    if (status < 200) return; // 100 and its like: the answer is still to come
    this.#watch?.answered(status);
    if (this.#watch && isPage(headers)) this.#watch.isPage = true;
    const isOk = status < 300;
    const collects = this.#watch?.collects;
    // A server that doesn't stream may answer as a whole.
    const isStream = this.#watch?.isStream === true && !(collects && isJson(headers));
    if (isOk && !isReadable(headers, isStream)) {
      this.#garbage();
      return;
    }
    // Errors are only classified, and come in any form.
    if (isOk && this.#isLoose) this.#loose = looseReader(isStream);
    if (isOk && isStream && collects) {
      this.#leftBytes = MAX_COLLECTED_BYTES;
      this.#reader = new EventReader(collects.collector());
      this.#collected = (whole) =>
        this.#resolve(
          new ProviderResponse(status, statusText, headersOf(headers), inOnePiece(whole)) as unknown as Response,
        );
      return;
    }
    this.#hasLines = isOk && isStream;
    this.#leftBytes = isOk
      ? isStream
        ? MAX_STREAM_BYTES
        : (this.#watch?.maxAnswerBytes ?? MAX_ANSWER_BYTES)
      : MAX_ERROR_BYTES;
    this.#isCutShort = !isOk;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#body = controller;
        },
        pull: () => {
          if (this.#connection?.paused) this.#connection.resume();
        },
        cancel: () => this.#abandon(),
      },
      { highWaterMark: HELD_BYTES, size: (chunk) => chunk.byteLength },
    );
    this.#resolve(new ProviderResponse(status, statusText, headersOf(headers), body) as unknown as Response);
  }

  onResponseData(connection: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#watch?.heard();
    if (chunk.length > this.#leftBytes || this.#isLineTooLong(chunk)) {
      if (this.#isCutShort) this.#closeWith(chunk.subarray(0, this.#leftBytes));
      else this.#garbage();
      return;
    }
    this.#leftBytes -= chunk.length;
    const bytes = this.#loose ? this.#loose.take(chunk) : chunk;
    if (this.#reader) {
      if (bytes !== null) this.#collect(this.#reader, bytes);
      return;
    }
    if (bytes !== null) this.#body!.enqueue(bytes);
    if ((this.#body!.desiredSize ?? 0) <= 0) connection.pause();
  }

  onResponseEnd(): void {
    const rest = this.#isOver ? null : this.#loose?.end();
    if (this.#reader) {
      if (rest) this.#collect(this.#reader, rest);
      this.#endCollected(this.#reader);
      return;
    }
    if (rest) this.#body!.enqueue(rest);
    this.#close();
  }

  onResponseError(_connection: Dispatcher.DispatchController, error: Error): void {
    this.#fail(
      this.#error ??
        new TransportFailure(transportFailureOf(error, (this.#body ?? this.#reader) !== undefined), { cause: error }),
    );
  }

  #isLineTooLong(chunk: Buffer): boolean {
    if (!this.#hasLines) return false;
    const last = chunk.lastIndexOf(NEWLINE);
    this.#lineBytes = last < 0 ? this.#lineBytes + chunk.length : chunk.length - last - 1;
    return this.#lineBytes > MAX_LINE_BYTES;
  }

  #collect(reader: EventReader, chunk: Buffer): void {
    try {
      if (reader.push(chunk)) this.#watch?.token();
      if (reader.lineLength > MAX_ANSWER_BYTES) this.#garbage();
    } catch (error) {
      this.#failCollected(error);
    }
  }

  #endCollected(reader: EventReader): void {
    if (this.#isOver) return;
    try {
      const whole = reader.whole();
      if (whole === null) {
        this.#fail(new TransportFailure(FailureClass.TRUNCATED));
        return;
      }
      this.#isOver = true;
      this.#collected!(JSON.stringify(whole));
    } catch (error) {
      this.#failCollected(error);
    }
  }

  #failCollected(error: unknown): void {
    if (!(error instanceof ReportedInStream)) {
      this.#garbage();
      return;
    }
    this.#isOver = true;
    this.#connection?.abort(new TransportFailure(FailureClass.CANCELED));
    this.#reject(error.data);
  }

  /** What is left of a failure's words is not waited for. */
  #closeWith(chunk: Buffer): void {
    this.#body!.enqueue(chunk);
    this.#close();
    this.#connection?.abort(new TransportFailure(FailureClass.GARBAGE));
  }

  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#body?.close();
  }

  /** Nobody reads any more. */
  #abandon(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#connection?.abort(new TransportFailure(FailureClass.CANCELED));
  }

  #garbage(): void {
    this.#fail(this.#watch?.cutFor(FailureClass.GARBAGE) ?? new TransportFailure(FailureClass.GARBAGE));
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#connection?.abort(error);
    if (this.#body) this.#body.error(error);
    else this.#reject(error);
  }
}

/** As much of a `Response` as the packages read: making a real one costs more than the rest of a short call. */
class ProviderResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: ReadableStream<Uint8Array>;

  constructor(
    status: number,
    statusText: string,
    headers: ReadonlyMap<string, string>,
    body: ReadableStream<Uint8Array>,
  ) {
    this.status = status;
    this.statusText = statusText;
    this.headers = headers;
    this.body = body;
  }

  get ok(): boolean {
    return this.status < 300;
  }
}

function inOnePiece(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(text));
      controller.close();
    },
  });
}

/** All of them, by small names. What came twice is one value, as `Headers` has it. */
function headersOf(headers: Record<string, string | string[] | undefined>): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'set-cookie') all.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return all;
}

/** Whether an answer can be what was asked for. We ask for nothing compressed, and take none. */
function isReadable(headers: Record<string, string | string[] | undefined>, isStream: boolean): boolean {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') return false;
  return isStream ? typeOf(headers).startsWith('text/event-stream') : !isPage(headers);
}

const isPage = (headers: Record<string, string | string[] | undefined>) => typeOf(headers).startsWith('text/html');

const isJson = (headers: Record<string, string | string[] | undefined>) =>
  typeOf(headers).startsWith('application/json');

const typeOf = (headers: Record<string, string | string[] | undefined>) =>
  String(headers['content-type'] ?? '').toLowerCase();

const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function transportFailureOf(error: Error, isAnswered: boolean): FailureClass {
  if (!isAnswered && connectionFailureReason(error) !== null) return FailureClass.UNREACHABLE;
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    if (isNamed(one, 'AddressNotAllowed')) return FailureClass.ADDRESS_NOT_ALLOWED;
    const code = (one as NodeJS.ErrnoException).code ?? '';
    if (code === 'UND_ERR_CONNECT_TIMEOUT') return FailureClass.CONNECT_TIMEOUT;
    if (CONNECT_CODES.has(code) || code.startsWith('ERR_TLS') || code.includes('CERT')) return FailureClass.UNREACHABLE;
    if (isNamed(one, 'HTTPParserError') || code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW')
      return FailureClass.GARBAGE;
  }
  return isAnswered ? FailureClass.TRUNCATED : FailureClass.PROVIDER_ERROR;
}

const isNamed = (error: Error, name: string) => error.name === name;
