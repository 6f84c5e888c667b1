import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../errors/errors.ts';
import { unacknowledgedBytes } from './unacknowledged-bytes.ts';

export interface PaceLimits {
  /** Slowest rate of a body, measured over `bodyWindowMs`. A mobile line at its edge moves twice as much. */
  bodyBytesPerSecond: number;
  bodyWindowMs: number;
  /** Longest time for a whole body: 25 MB at 14 kB/s. */
  bodyMs: number;
  /** Slowest rate at which an answer is read, measured over `answerWindowMs` while bytes wait to be sent. */
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

/** Looks in each window. More would find a slow client sooner by moments only. */
const LOOKS_PER_WINDOW = 12;

/** How long a connection may go on without moving bytes. Time uses it up; bytes restore what the slowest rate would have used, up to one window. */
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

  /** Whether it has run out. `bytes` are all that have moved so far. */
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
 * Watches how fast the connections of a server move bytes, and only while bytes have to move: a body that is being read, or an
 * answer that waits to be sent. While an answer is made nothing is watched, however long that takes.
 */
export class ConnectionPace {
  readonly #limits: PaceLimits;
  readonly #bodies = new Set<WatchedBody>();
  /** Every connection, with the patience left for an answer that waits to be sent. */
  readonly #connections = new Map<Socket, PaceAllowance | null>();
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #lookedAt = 0;

  constructor(server: Server, limits: PaceLimits) {
    this.#limits = limits;
    this.#everyMs = Math.min(limits.bodyWindowMs, limits.answerWindowMs) / LOOKS_PER_WINDOW;
    server.on('connection', (socket) => {
      this.#connections.set(socket, null);
      socket.once('close', () => this.#connections.delete(socket));
      if (this.#timer) return;
      this.#lookedAt = performance.now();
      this.#lookLater();
    });
  }

  /** Watches a body until the returned function is called. `refuse` is called once, for a body that comes too slowly. */
  watch({ socket }: IncomingMessage, refuse: (refusal: Refusal) => void): () => void {
    const { bodyWindowMs, bodyBytesPerSecond, bodyMs } = this.#limits;
    const patience = new PaceAllowance(bodyWindowMs, bodyBytesPerSecond, socket.bytesRead);
    const body = { socket, patience, refuse, leftMs: bodyMs };
    this.#bodies.add(body);
    return () => this.#bodies.delete(body);
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => this.#look(), this.#everyMs).unref();
  }

  async #look(): Promise<void> {
    const now = performance.now();
    // A process that was stopped or very busy could not see what moved meanwhile.
    const passedMs = Math.min(now - this.#lookedAt, 2 * this.#everyMs);
    this.#lookedAt = now;
    this.#lookAtBodies(passedMs);
    await this.#lookAtAnswers(passedMs);
    if (this.#connections.size > 0) this.#lookLater();
    else this.#timer = undefined;
  }

  #lookAtBodies(passedMs: number): void {
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

  async #lookAtAnswers(passedMs: number): Promise<void> {
    const { answerWindowMs, answerBytesPerSecond } = this.#limits;
    const waiting: Socket[] = [];
    for (const [socket, patience] of this.#connections) {
      if (socket.writableLength > 0) waiting.push(socket);
      else if (patience) this.#connections.set(socket, null);
    }
    if (waiting.length === 0) return;
    const unacknowledged = await unacknowledgedBytes();
    for (const socket of waiting) {
      // Closed or emptied while we asked.
      if (!this.#connections.has(socket) || socket.writableLength === 0) continue;
      const read = sentBytes(socket) - unacknowledged(socket);
      const patience = this.#connections.get(socket);
      if (!patience) this.#connections.set(socket, new PaceAllowance(answerWindowMs, answerBytesPerSecond, read));
      else if (patience.isOver(passedMs, read)) socket.destroy();
    }
  }
}

const paces = new WeakMap<Server, ConnectionPace>();

/** Has the connections of a server watched from now on. */
export function watchPace(server: Server, limits: PaceLimits): void {
  paces.set(server, new ConnectionPace(server, limits));
}

/** Watches the body of a request that is being read; see `ConnectionPace.watch`. Without limits of its server, nothing is done. */
export function watchBody(req: IncomingMessage, refuse: (refusal: Refusal) => void): () => void {
  const { server } = req.socket as Socket & { server?: Server };
  return (server && paces.get(server)?.watch(req, refuse)) ?? (() => {});
}

/**
 * Bytes that the kernel has taken from us. Node tells how much of one large write is still with us only by the handle, which it
 * uses itself to tell a slow reader from none.
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
    `The body came at less than ${bytesPerSecond / 1_000} kB/s over ${windowMs / 1_000} s. Nothing was done. Send it again over a faster line.`,
  );

const tooLong = (bodyMs: number) =>
  new Refusal(
    'REQUEST_TIMEOUT',
    `The body took longer than ${bodyMs / 60_000} minutes. Nothing was done. Send it again over a faster line.`,
  );
