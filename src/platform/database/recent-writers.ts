import { createHash } from 'node:crypto';
import { Batches } from '../batches.ts';
import { notifyNow } from '../live/announcement.sql.ts';
import type { ListeningChannel } from '../live/listening-connection.ts';
import type { Logger } from '../observability/logger.ts';
import { outsideRequests } from '../request-scope.ts';
import type { Database } from './database.ts';

/** Notification channel on which processes tell each other who wrote: digests separated by spaces. */
const CHANNEL = 'writers';
/** Milliseconds after a write for which its caller reads from the primary. */
const WRITER_MS = 10_000;
/** Maximum number of digests per notification, which can have 8,000 bytes. */
const MAX_DIGESTS = 300;
/** Maximum number of remembered writers. Beyond it, all callers count as writers. */
const MAX_WRITERS = 100_000;

/**
 * Remembers who wrote in the last seconds, in this process and in all others, so that callers see their own writes although lists
 * are read from a replica.
 */
export class RecentWriters {
  readonly #announcements: Batches<string, void>;
  readonly #logger: Logger;
  readonly #windowMs: number;
  /** Time of each caller's last write, in the order of the writes. */
  readonly #wroteAt = new Map<string, number>();
  /** Time since which this process hears of all writes. Null while it hears of none. */
  #listeningSince: number | null = null;

  constructor(database: Database, logger: Logger, windowMs = WRITER_MS) {
    this.#logger = logger;
    this.#windowMs = windowMs;
    this.#announcements = new Batches({
      maxItems: MAX_DIGESTS,
      collects: 'TURN',
      waitingAfterFailure: 'REJECT',
      serve: async (batch) => {
        const digests = new Set(batch.map(({ item }) => item));
        await notifyNow(database, CHANNEL, [...digests].join(' '));
        for (const one of batch) one.resolve();
      },
    });
  }

  /** Records a write of a caller. Resolves when the other processes are notified. Never fails. */
  async add(caller: string): Promise<void> {
    const digest = digestOf(caller);
    this.#note(digest);
    await outsideRequests(() => this.#announcements.add(digest)).catch((error: unknown) => {
      this.#logger.warn({ err: error }, 'a write couldn’t be announced to the other processes');
    });
  }

  /**
   * True if this caller may have written in the last ten seconds: it did, or this process can't know, because it has listened to
   * the others for less than that.
   */
  includes(caller: string): boolean {
    const since = performance.now() - this.#windowMs;
    if (this.#listeningSince === null || this.#listeningSince > since) return true;
    for (const [digest, at] of this.#wroteAt) {
      if (at > since) break;
      this.#wroteAt.delete(digest);
    }
    return this.#wroteAt.size > MAX_WRITERS || this.#wroteAt.has(digestOf(caller));
  }

  /** Records writes that another process has announced. */
  receive(text: string): void {
    for (const digest of text.split(' ')) this.#note(digest);
  }

  /** Called when this process begins to receive announcements. */
  open(): void {
    this.#listeningSince = performance.now();
  }

  /** Called when this process no longer receives announcements. */
  lose(): void {
    this.#listeningSince = null;
  }

  #note(digest: string): void {
    // Moves the writer to the end, so that the oldest writes come first.
    this.#wroteAt.delete(digest);
    if (this.#wroteAt.size <= MAX_WRITERS) this.#wroteAt.set(digest, performance.now());
  }
}

/** Channel over which a process hears of the writes of others. */
export function writersChannel(writers: RecentWriters): ListeningChannel {
  return {
    name: CHANNEL,
    onNotification: (text) => writers.receive(text),
    onOpened: () => writers.open(),
    onLost: () => writers.lose(),
  };
}

/** Notifications can be read by every account of the database, so they contain no names or addresses. */
const digestOf = (caller: string) => createHash('sha256').update(caller).digest('base64url').slice(0, 22);
