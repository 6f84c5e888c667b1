import type { TaskTimeouts } from '../../models/index.ts';
import { FailureClass } from '../provider-failure.ts';
import type { CollectedStream } from './collecting/index.ts';

/** Reasons for which this service cuts a call. */
type CutReason = Extract<
  FailureClass,
  'CONNECT_TIMEOUT' | 'FIRST_TOKEN_TIMEOUT' | 'IDLE_TIMEOUT' | 'TOTAL_TIMEOUT' | 'CANCELED' | 'GARBAGE'
>;

/** Reason with which the signals of this service abort a call. */
export class CallCut extends Error {
  override readonly name = 'AbortError';
  readonly failure: CutReason;

  constructor(failure: CutReason) {
    super(`The call was cut: ${failure}.`);
    this.failure = failure;
  }
}

const watches = new WeakMap<AbortSignal, CallWatch>();

/** Watch that belongs to the signal of a request. Undefined for unwatched requests. */
export function watchOf(signal: AbortSignal | null | undefined): CallWatch | undefined {
  return signal ? watches.get(signal) : undefined;
}

/**
 * Watches one call: what it waits for, and until when. All four timeouts share one timer, which is set again when it fires, or
 * when a wait begins that can end sooner. Arriving bytes don't set it.
 */
export class CallWatch {
  /** True if the provider is asked for a stream. */
  readonly isStream: boolean;
  /** How the provider's stream is collected into one complete answer. Null if the answer isn't collected. */
  readonly collects: CollectedStream | null;
  /** Start of the call in milliseconds of the monotonic clock, which all times of this class use. */
  readonly startedAt = performance.now();
  statusCode = 200;
  /** Maximum size of a complete answer in bytes. Null: the default. */
  maxAnswerBytes: number | null = null;
  headersMs: number | null = null;
  /** True if the answer was a web page. Firewalls and proxies send those, sometimes for a single request. */
  isPage = false;
  /** True once the service has begun to send the request. From then on the provider can do work that it charges. */
  isSent = false;
  /** Reason for which the call was cut. Null if it wasn't. */
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

  /**
   * Listener that is called when the call is cut, or at once if the call was already cut. A new listener replaces the previous
   * one.
   */
  set onCut(listener: (reason: CallCut) => void) {
    this.#onCut = listener;
    if (this.cut) listener(this.#controller.signal.reason as CallCut);
  }

  /** Called when the connection is open and the request is being sent. */
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
    // An answer that isn't streamed is complete soon after it starts to arrive, so the idle timeout applies to it.
    this.#hasBody = !this.isStream || statusCode !== 200;
    if (this.#hasBody) this.#sooner();
  }

  /** Called when bytes of the answer arrive. */
  bytesArrived(): void {
    this.#heardAt = performance.now();
  }

  /** Called when content of the answer arrives. Only the first time matters. */
  token(): void {
    if (this.#firstTokenMs !== null) return;
    this.#firstTokenMs = performance.now() - this.startedAt;
    this.#heardAt = performance.now();
    this.#sooner();
  }

  /** True while the reader waits for more. A slow reader isn't the provider's fault. */
  set isRead(isRead: boolean) {
    if (isRead && !this.#isRead) this.#heardAt = performance.now();
    this.#isRead = isRead;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#caller.removeEventListener('abort', this.#callerWent);
  }

  /** Cuts the call. Only the first reason counts. */
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

  /** Sets the timer again if the new wait can end before it fires. */
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

  /** Milliseconds until the current wait times out. */
  #dueIn(): number {
    const now = performance.now();
    const total = this.startedAt + this.#timeouts.totalMs;
    return Math.ceil(Math.min(total, this.#phaseEnd(now)) - now);
  }

  #phaseEnd(now: number): number {
    const { connectMs, firstTokenMs, idleMs } = this.#timeouts;
    if (!this.#isConnected) return this.startedAt + connectMs;
    if (this.isStream && this.#firstTokenMs === null && !this.#hasBody) return this.#connectedAt + firstTokenMs;
    if (!this.#hasBody && this.#firstTokenMs === null) return Number.POSITIVE_INFINITY; // only the total timeout applies
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
