import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../errors/errors.ts';
import { unacknowledgedBytes } from './unacknowledged-bytes.ts';

export interface PaceLimits {
  /**
   * Minimum bytes per second at which a client must send a body, measured over `bodyWindowMs`. A weak mobile connection is twice
   * as fast.
   */
  bodyBytesPerSecond: number;
  bodyWindowMs: number;
  /** Maximum milliseconds for a whole body: enough for 25 MB at 14 kB/s. */
  bodyMs: number;
  /**
   * Minimum bytes per second at which a client must read a response, measured over `answerWindowMs` while bytes wait to be sent.
   */
  answerBytesPerSecond: number;
  answerWindowMs: number;
}

export const PACE_LIMITS: PaceLimits = {
  bodyBytesPerSecond: 5_000,
  bodyWindowMs: 30_000,
  bodyMs: 30 * 60_000,
  answerBytesPerSecond: 5_000,
  answerWindowMs: 60_000,
};

/** Number of checks of a connection per window. More would find a slow client only moments sooner. */
const LOOKS_PER_WINDOW = 12;

/**
 * Time that a connection may still spend without moving bytes. Waiting reduces it. Each byte restores the time that the minimum
 * rate allows for it, up to one window.
 */
class PaceAllowance {
  readonly #windowMs: number;
  readonly #msPerByte: number;
  #leftMs: number;
  #bytes: number;

  constructor(windowMs: number, bytesPerSecond: number, bytes: number) {
    this.#windowMs = windowMs;
    this.#msPerByte = 1_000 / bytesPerSecond;
    this.#leftMs = windowMs;
    this.#bytes = bytes;
  }

  /** True if the connection has used up its time. @param bytes total number of bytes moved so far */
  isOver(passedMs: number, bytes: number): boolean {
    const earnedMs = Math.max(0, bytes - this.#bytes) * this.#msPerByte;
    this.#bytes = bytes;
    this.#leftMs = Math.min(this.#windowMs, this.#leftMs + earnedMs - passedMs);
    return this.#leftMs <= 0;
  }
}

interface WatchedBody {
  readonly socket: Socket;
  readonly patience: PaceAllowance;
  readonly refuse: (refusal: Refusal) => void;
  leftMs: number;
}

/**
 * Closes connections of a server that are slower than the minimum rates, while a body is received or a response waits to be sent.
 * Nothing is measured while a response is computed.
 */
export class ConnectionPace {
  readonly #limits: PaceLimits;
  readonly #bodies = new Set<WatchedBody>();
  /** All connections, with the time left for a response that waits to be sent; null if none waits. */
  readonly #connections = new Map<Socket, PaceAllowance | null>();
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #checkedAt = 0;

  constructor(server: Server, limits: PaceLimits) {
    this.#limits = limits;
    this.#everyMs = Math.min(limits.bodyWindowMs, limits.answerWindowMs) / LOOKS_PER_WINDOW;
    server.on('connection', (socket) => {
      this.#connections.set(socket, null);
      socket.once('close', () => this.#connections.delete(socket));
      if (this.#timer) return;
      this.#checkedAt = performance.now();
      this.#scheduleCheck();
    });
  }

  /** Watches a request body until the returned function is called. Calls `refuse` once if the client sends too slowly. */
  watch({ socket }: IncomingMessage, refuse: (refusal: Refusal) => void): () => void {
    const { bodyWindowMs, bodyBytesPerSecond, bodyMs } = this.#limits;
    const patience = new PaceAllowance(bodyWindowMs, bodyBytesPerSecond, socket.bytesRead);
    const body = { socket, patience, refuse, leftMs: bodyMs };
    this.#bodies.add(body);
    return () => this.#bodies.delete(body);
  }

  #scheduleCheck(): void {
    this.#timer = setTimeout(() => this.#check(), this.#everyMs).unref();
  }

  async #check(): Promise<void> {
    const now = performance.now();
    // Counts at most two intervals: a process that was suspended or very busy couldn't see the bytes that moved in the meantime.
    const passedMs = Math.min(now - this.#checkedAt, 2 * this.#everyMs);
    this.#checkedAt = now;
    this.#checkBodies(passedMs);
    await this.#checkAnswers(passedMs);
    if (this.#connections.size > 0) this.#scheduleCheck();
    else this.#timer = undefined;
  }

  #checkBodies(passedMs: number): void {
    const { bodyBytesPerSecond, bodyWindowMs, bodyMs } = this.#limits;
    for (const body of this.#bodies) {
      const { socket, patience, refuse } = body;
      body.leftMs -= passedMs;
      const isSlow = patience.isOver(passedMs, socket.bytesRead);
      if (!isSlow && body.leftMs > 0) continue;
      this.#bodies.delete(body);
      refuse(isSlow ? tooSlow(bodyBytesPerSecond, bodyWindowMs) : tooLong(bodyMs));
    }
  }

  async #checkAnswers(passedMs: number): Promise<void> {
    const { answerWindowMs, answerBytesPerSecond } = this.#limits;
    const waiting: Socket[] = [];
    for (const [socket, patience] of this.#connections) {
      if (socket.writableLength > 0) waiting.push(socket);
      else if (patience) this.#connections.set(socket, null);
    }
    if (waiting.length === 0) return;
    const unacknowledged = await unacknowledgedBytes();
    for (const socket of waiting) {
      // The connection was closed, or its response was sent, during the check.
      if (!this.#connections.has(socket) || socket.writableLength === 0) continue;
      const read = sentBytes(socket) - unacknowledged(socket);
      const patience = this.#connections.get(socket);
      if (!patience) this.#connections.set(socket, new PaceAllowance(answerWindowMs, answerBytesPerSecond, read));
      else if (patience.isOver(passedMs, read)) socket.destroy();
    }
  }
}

const paces = new WeakMap<Server, ConnectionPace>();

/** Starts enforcing minimum rates on the connections of a server. */
export function watchPace(server: Server, limits: PaceLimits): void {
  paces.set(server, new ConnectionPace(server, limits));
}

/** Watches the body of a request for slow sending. See `ConnectionPace.watch`. Does nothing if the server has no limits. */
export function watchBody(req: IncomingMessage, refuse: (refusal: Refusal) => void): () => void {
  const { server } = req.socket as Socket & { server?: Server };
  return (server && paces.get(server)?.watch(req, refuse)) ?? (() => {});
}

/**
 * Number of bytes that the kernel has accepted. Node reports the unsent part of one large write only by the socket's internal
 * handle. Node itself also uses this handle to detect slow readers.
 */
function sentBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten - socket.writableLength;
}

const tooSlow = (bytesPerSecond: number, windowMs: number) =>
  new Refusal(
    'REQUEST_TIMEOUT',
    `The request body arrived at less than ${bytesPerSecond / 1_000} kB/s over ${windowMs / 1_000} s. Nothing was done. Use a faster connection.`,
  );

const tooLong = (bodyMs: number) =>
  new Refusal(
    'REQUEST_TIMEOUT',
    `The request body took longer than ${bodyMs / 60_000} minutes. Nothing was done. Use a faster connection.`,
  );
