import { decodeUtf8 } from '../bytes.ts';
import { type Envelope, parseEnvelope } from '../dsse.ts';
import { FieldReader, parseJson } from '../json.ts';
import { MalformedInput } from '../malformed-input.ts';
import { CheckName } from '../malformed-proof.ts';
import { HASH_LENGTH } from '../merkle.ts';
import { decodeEntryBundle, entryBundlePath, TILE_WIDTH, type Tile, tilePath } from '../tiles.ts';
import { askOnce, LogRateLimited, type LogResponse, LogUnreachable } from './log-request.ts';
import { sleep } from './sleep.ts';

/** Delays before each retry of a request. In total they are long enough for a service to restart. */
const RETRY_AFTER_MS = [250, 1_000, 3_000];
/** Longest `Retry-After` that is waited for, in seconds. */
const LONGEST_HOLD_SECONDS = 600;
/** Maximum number of waits for one response. It can take several, because concurrent requests can use up the rate limit first. */
const MAX_HOLDS = 100;

const MAX_NOTE_BYTES = 200_000;
const MAX_BUNDLE_BYTES = TILE_WIDTH * (2 + 0xffff);
const MAX_PAGE_BYTES = 8_000_000;

/** A checkpoint as served by the log. */
export interface ServedCheckpoint {
  /** The signed note of the checkpoint, not verified yet. */
  note: string;
  /** Time of publication as claimed by the log. Null if it claims no time. */
  publishedAt: Date | null;
}

/** The log's description of itself, which isn't part of its tree. */
export interface LogIdentity {
  /** Verifier key as published by the log. A key from another source takes precedence. */
  vkey: string;
  /** The signed statement in the log's first entry. */
  genesis: Envelope;
}

export interface LogClientOptions {
  /** Additional headers of every request. */
  headers?: Record<string, string>;
  /** Cache mode of fetch. With `no-store` a browser requests everything again. */
  cache?: 'default' | 'no-store';
  /**
   * Called with the seconds to wait when the service limits requests. Without this function, an audit that hits the rate limit
   * fails as unreachable.
   */
  onHold?: (seconds: number) => void;
}

/**
 * Reads a log over HTTP: the files of C2SP tlog-tiles, and those that this service adds. Every method throws LogUnreachable
 * without a response, and MalformedInput for an invalid one.
 */
export class LogClient {
  /** URL below which the log serves the files of tlog-tiles, with a trailing slash. */
  readonly prefix: string;
  readonly #options: LogClientOptions;
  /** Time until which requests wait because of a rate limit, in milliseconds since the process started. */
  #heldUntil = 0;

  /** @param url URL of a service, or of one of its logs */
  constructor(url: URL, options: LogClientOptions = {}) {
    this.#options = options;
    const path = url.pathname.replace(/\/+$/, '');
    this.prefix = `${url.origin}${/\/log(\/by-name\/[^/]+)?$/.test(path) ? path : `${path}/log`}/`;
  }

  /** The newest checkpoint: a signed note, not verified yet. */
  async checkpoint(): Promise<ServedCheckpoint> {
    const answer = await this.#ask('checkpoint', MAX_NOTE_BYTES);
    // An unknown address isn't an audit failure, because the log may be at another address.
    if (!answer) throw new LogUnreachable(`No log was found at ${this.prefix}. Check the address.`);
    return servedCheckpoint(answer);
  }

  /**
   * The newest checkpoint with a quorum of cosignatures, not verified yet. Null if the log has none, or doesn't serve such
   * checkpoints separately.
   */
  async cosignedCheckpoint(): Promise<ServedCheckpoint | null> {
    const answer = await this.#ask('checkpoint/cosigned', MAX_NOTE_BYTES);
    return answer && servedCheckpoint(answer);
  }

  /**
   * One page of the checkpoints with more entries than `after`, smallest first. Null if the log doesn't list its checkpoints.
   */
  async checkpoints(after: number): Promise<{ notes: string[]; next: number | null } | null> {
    const bytes = await this.#get(`checkpoints?after=${after}`, MAX_PAGE_BYTES);
    if (!bytes) return null;
    const { checkpoints, next } = looseJson(bytes);
    const isPage =
      Array.isArray(checkpoints) &&
      checkpoints.every((note) => typeof note === 'string') &&
      (next === null || (Number.isSafeInteger(next) && (next as number) > after));
    if (!isPage)
      throw new MalformedInput(
        'a page of checkpoints must have the form {"checkpoints":[note, …],"next":size or null}',
      );
    return { notes: checkpoints, next: next as number | null };
  }

  /** The hashes of a tile. Null if the log doesn't have it. */
  async tile(tile: Tile): Promise<Uint8Array | null> {
    const bytes = await this.#getTile(tile, tilePath, TILE_WIDTH * HASH_LENGTH);
    const length = tile.width * HASH_LENGTH;
    if (bytes && bytes.length < length)
      throw new MalformedInput(`${tilePath(tile)} has ${bytes.length} bytes, not ${length}`);
    return bytes?.subarray(0, length) ?? null;
  }

  /** The entries of a bundle. Null if the log doesn't have it. */
  async entries(bundle: { index: number; width: number }): Promise<Uint8Array[] | null> {
    const bytes = await this.#getTile(bundle, entryBundlePath, MAX_BUNDLE_BYTES);
    if (!bytes) return null;
    const entries = decodeEntryBundle(bytes);
    if (entries.length < bundle.width) {
      throw new MalformedInput(`${entryBundlePath(bundle)} has ${entries.length} entries, not ${bundle.width}`);
    }
    return entries.slice(0, bundle.width);
  }

  /** The log's description of itself. Null if it serves none: C2SP doesn't require one. */
  async identity(): Promise<LogIdentity | null> {
    const bytes = await this.#get('', MAX_NOTE_BYTES);
    if (!bytes) return null;
    const about = new FieldReader(parseJson(bytes), 'The log’s description of itself', CheckName.entry);
    return { vkey: about.string('verifierKey'), genesis: parseEnvelope(about.object('genesis')) };
  }

  /**
   * Fetches a tile or entry bundle, or the full one if the log doesn't serve the partial one any more, as C2SP tlog-tiles allows.
   */
  async #getTile<T extends { width: number }>(
    tile: T,
    pathOf: (tile: T) => string,
    maxBytes: number,
  ): Promise<Uint8Array | null> {
    const bytes = await this.#get(pathOf(tile), maxBytes);
    return bytes || tile.width === TILE_WIDTH ? bytes : this.#get(pathOf({ ...tile, width: TILE_WIDTH }), maxBytes);
  }

  /** Fetches a path of the log. Null for 404. */
  async #get(path: string, maxBytes: number): Promise<Uint8Array | null> {
    return (await this.#ask(path, maxBytes))?.bytes ?? null;
  }

  async #ask(path: string, maxBytes: number): Promise<LogResponse | null> {
    // The empty path is the log's description, whose URL has no trailing slash.
    const url = path === '' ? this.prefix.slice(0, -1) : this.prefix + path;
    let holds = 0;
    for (const waits = [...RETRY_AFTER_MS]; ; ) {
      await this.#waitForTurn();
      try {
        return await askOnce(url, maxBytes, this.#options);
      } catch (error) {
        if (error instanceof LogRateLimited && this.#options.onHold) {
          this.#hold(error, holds++);
          continue;
        }
        const waitMs = error instanceof LogUnreachable ? waits.shift() : undefined;
        if (waitMs === undefined) throw error;
        await sleep(waitMs);
      }
    }
  }

  /**
   * Delays all further requests until the rate limit ends. @throws the given error after too many waits, or if this one would
   * be too long
   */
  #hold(limited: LogRateLimited, holds: number): void {
    const { seconds } = limited;
    if (seconds > LONGEST_HOLD_SECONDS || holds >= MAX_HOLDS) throw limited;
    this.#heldUntil = Math.max(this.#heldUntil, performance.now() + seconds * 1_000);
    this.#options.onHold!(seconds);
  }

  async #waitForTurn(): Promise<void> {
    for (;;) {
      const leftMs = this.#heldUntil - performance.now();
      if (leftMs <= 0) return;
      await sleep(leftMs);
    }
  }
}

function servedCheckpoint({ bytes, lastModified }: LogResponse): ServedCheckpoint {
  const publishedAt = new Date(lastModified ?? Number.NaN);
  return { note: decodeUtf8(bytes), publishedAt: Number.isNaN(publishedAt.getTime()) ? null : publishedAt };
}

/** Parses a JSON page leniently. The page isn't signed; each note in it is verified separately. */
function looseJson(bytes: Uint8Array): Record<string, unknown> {
  try {
    return Object(JSON.parse(decodeUtf8(bytes)));
  } catch (cause) {
    throw new MalformedInput('the page of checkpoints is not JSON', { cause });
  }
}
