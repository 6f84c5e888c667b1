import type { TaskTimeouts } from '../../models/index.ts';
import { FailureClass } from '../provider-failure.ts';
import type { CollectedStream } from './collecting/index.ts';

/** A call that lasts this long after it was cut is not waited for. */
type CutReason = Extract<
  FailureClass,
  'CONNECT_TIMEOUT' | 'FIRST_TOKEN_TIMEOUT' | 'IDLE_TIMEOUT' | 'TOTAL_TIMEOUT' | 'CANCELED' | 'GARBAGE'
>;

/** Why a call was cut. The only reason that a signal of ours carries. */
export class CallCut extends Error {
  override readonly name = 'AbortError';
  readonly failure: CutReason;

  constructor(failure: CutReason) {
    super(`The call was cut: ${failure}.`);
    this.failure = failure;
  }
}

const watches = new WeakMap<AbortSignal, CallWatch>();

/** The watch whose signal a request carries; undefined for a request that nobody watches. */
export function watchOf(signal: AbortSignal | null | undefined): CallWatch | undefined {
  return signal ? watches.get(signal) : undefined;
}

/**
 * One call while it lasts: what it is waiting for, and the end of that wait. All four times share one timer, which is set
 * again only when it fires: most calls arm it once.
 */
export class CallWatch {
  /** True if the provider is asked for a stream. */
  readonly isStream: boolean;
  /** Collector of a stream that is put together to one answer. Null for other calls. */
  readonly collects: CollectedStream | null;
  /** Milliseconds by the clock that nobody sets, as all times here. */
  readonly startedAt = performance.now();
  statusCode = 200;
  /** Of an answer that is not streamed; null: as usual. */
  maxAnswerBytes: number | null = null;
  headersMs: number | null = null;
  /** Whether a web page came in the place of an answer. A firewall or a proxy sends those, and may do so for one request only. */
  isPage = false;
  /** Whether the request went out: from then on the provider may do work that it counts. */
  isSent = false;
  /** Why it was cut; null while it was not. */
  cut: CutReason | null = null;
  readonly #controller = new AbortController();
  readonly #timeouts: TaskTimeouts;
  readonly #caller: AbortSignal;
  #timer: NodeJS.Timeout | undefined;
  #isConnected = false;
  #connectedAt = this.startedAt;
  #heardAt = this.startedAt;
  #firstTokenMs: number | null = null;
  #hasBody = false;
  #isRead = true;
  #onCut: ((reason: CallCut) => void) | undefined;

  constructor(timeouts: TaskTimeouts, caller: AbortSignal, isStream: boolean, collects: CollectedStream | null = null) {
    this.#timeouts = timeouts;
    this.#caller = caller;
    this.isStream = isStream || collects !== null;
    this.collects = collects;
    watches.set(this.#controller.signal, this);
    if (caller.aborted) this.#callerWent();
    else {
      caller.addEventListener('abort', this.#callerWent);
      this.#timer = setTimeout(this.#look, this.#dueIn());
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get firstTokenMs(): number | null {
    return this.#firstTokenMs;
  }

  /** Called when the call is cut, at once if it already is. There is one at a time. */
  set onCut(listener: (reason: CallCut) => void) {
    this.#onCut = listener;
    if (this.cut) listener(this.#controller.signal.reason as CallCut);
  }

  /** There is a connection, and the request goes out on it. */
  connected(): void {
    this.#isConnected = true;
    this.isSent = true;
    this.#connectedAt = performance.now();
    this.#heardAt = this.#connectedAt;
    this.#sooner();
  }

  answered(statusCode: number): void {
    this.statusCode = statusCode;
    this.#isConnected = true;
    this.#heardAt = performance.now();
    this.headersMs = this.#heardAt - this.startedAt;
    // What is not streamed is there as a whole once it begins to come.
    this.#hasBody = !this.isStream || statusCode !== 200;
    if (this.#hasBody) this.#sooner();
  }

  /** Something came. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  /** Something of the answer itself came. */
  token(): void {
    if (this.#firstTokenMs !== null) return;
    this.#firstTokenMs = performance.now() - this.startedAt;
    this.#heardAt = performance.now();
    this.#sooner();
  }

  /** Whether somebody waits for more: one that reads slowly is not the provider's fault. */
  set isRead(isRead: boolean) {
    if (isRead && !this.#isRead) this.#heardAt = performance.now();
    this.#isRead = isRead;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#caller.removeEventListener('abort', this.#callerWent);
  }

  /** Ends the call for this reason. Only the first one counts. */
  cutFor(cut: CutReason): CallCut {
    if (this.cut) return this.#controller.signal.reason as CallCut;
    this.cut = cut;
    this.end();
    const reason = new CallCut(cut);
    this.#controller.abort(reason);
    this.#onCut?.(reason);
    return reason;
  }

  readonly #callerWent = () => {
    const isDeadline = (this.#caller.reason as { name?: string } | undefined)?.name === 'TimeoutError';
    this.cutFor(isDeadline ? FailureClass.TOTAL_TIMEOUT : FailureClass.CANCELED);
  };

  /** The wait that has begun may end before the timer fires. */
  #sooner(): void {
    if (this.#timer === undefined) return;
    const { firstTokenMs, idleMs, connectMs } = this.#timeouts;
    if (Math.min(firstTokenMs, idleMs) >= connectMs) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#look, this.#dueIn());
  }

  readonly #look = () => {
    const due = this.#dueIn();
    if (due > 0) this.#timer = setTimeout(this.#look, due);
    else this.cutFor(this.#late());
  };

  /** Milliseconds until the wait of this moment has taken too long. */
  #dueIn(): number {
    const now = performance.now();
    const total = this.startedAt + this.#timeouts.totalMs;
    return Math.ceil(Math.min(total, this.#phaseEnd(now)) - now);
  }

  #phaseEnd(now: number): number {
    const { connectMs, firstTokenMs, idleMs } = this.#timeouts;
    if (!this.#isConnected) return this.startedAt + connectMs;
    if (this.isStream && this.#firstTokenMs === null && !this.#hasBody) return this.#connectedAt + firstTokenMs;
    if (!this.#hasBody && this.#firstTokenMs === null) return Number.POSITIVE_INFINITY; // only the total counts
    return (this.#isRead ? this.#heardAt : now) + idleMs;
  }

  #late(): CutReason {
    if (performance.now() >= this.startedAt + this.#timeouts.totalMs) return FailureClass.TOTAL_TIMEOUT;
    if (!this.#isConnected) return FailureClass.CONNECT_TIMEOUT;
    return this.#firstTokenMs === null && this.isStream && !this.#hasBody
      ? FailureClass.FIRST_TOKEN_TIMEOUT
      : FailureClass.IDLE_TIMEOUT;
  }
}
