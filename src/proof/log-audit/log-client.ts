import { decodeUtf8 } from '../bytes.ts';
import { type Envelope, parseEnvelope } from '../dsse.ts';
import { FieldReader, parseJson } from '../json.ts';
import { Malformed } from '../malformed.ts';
import { CheckName } from '../malformed-proof.ts';
import { HASH_LENGTH } from '../merkle.ts';
import { decodeEntryBundle, entryBundlePath, TILE_WIDTH, type Tile, tilePath } from '../tiles.ts';
import { askOnce, type LogResponse, LogUnreachable, RateLimited } from './log-request.ts';
import { sleep } from './sleep.ts';

/** Waits before each further try: a service that is being started anew is back by then. */
const RETRY_AFTER_MS = [250, 1_000, 3_000];
/** Longer than that, and nobody waits for it. */
const LONGEST_HOLD_SECONDS = 600;
/** For one answer, which the others that were asked for meanwhile may have been given first. */
const MAX_HOLDS = 100;

const MAX_NOTE_BYTES = 200_000;
const MAX_BUNDLE_BYTES = TILE_WIDTH * (2 + 0xffff);
const MAX_PAGE_BYTES = 8_000_000;

/** A checkpoint as it is served. */
export interface ServedCheckpoint {
  /** Signed, and not yet verified. */
  note: string;
  /** By the log's word; null when it says nothing of it. */
  publishedAt: Date | null;
}

/** What a log says of itself beside its tree. */
export interface LogIdentity {
  /** Verifier key, as the log gives it out: to be believed by nobody who has it from elsewhere. */
  vkey: string;
  /** The signed statement that its first entry is of. */
  genesis: Envelope;
}

export interface LogClientOptions {
  /** With what every request is sent besides. */
  headers?: Record<string, string>;
  /** `no-store`: a browser asks for everything, whatever it has kept of it. */
  cache?: 'default' | 'no-store';
  /**
   * Told for how many seconds a service that says when to come again is not asked. Without this, an audit that is let in too
   * seldom ends as one whose log does not answer.
   */
  onHold?: (seconds: number) => void;
}

/**
 * Reads a log over HTTP as C2SP tlog-tiles lays it out, and what this service serves besides.
 * Every method throws LogUnreachable when it gets no answer, and Malformed for one that cannot be what was asked for.
 */
export class LogClient {
  /** What the paths of tlog-tiles are appended to, with its slash. */
  readonly prefix: string;
  readonly #options: LogClientOptions;
  /** Since the process began, in milliseconds. */
  #heldUntil = 0;

  /** @param url of a service, or of a log of it. */
  constructor(url: URL, options: LogClientOptions = {}) {
    this.#options = options;
    const path = url.pathname.replace(/\/+$/, '');
    this.prefix = `${url.origin}${/\/log(\/by-name\/[^/]+)?$/.test(path) ? path : `${path}/log`}/`;
  }

  /** The newest checkpoint: a signed note, not yet verified. */
  async checkpoint(): Promise<ServedCheckpoint> {
    const answer = await this.#ask('checkpoint', MAX_NOTE_BYTES);
    // Not a finding: at another address there may be a log.
    if (!answer) throw new LogUnreachable(`There is no log at ${this.prefix}.`);
    return servedCheckpoint(answer);
  }

  /** The newest one with a quorum of cosignatures, likewise; null when the log has none, or does not serve it by itself. */
  async cosignedCheckpoint(): Promise<ServedCheckpoint | null> {
    const answer = await this.#ask('checkpoint/cosigned', MAX_NOTE_BYTES);
    return answer && servedCheckpoint(answer);
  }

  /** Checkpoints of more entries than that, the smallest first; null when the log serves no list of them. */
  async checkpoints(after: number): Promise<{ notes: string[]; next: number | null } | null> {
    const bytes = await this.#get(`checkpoints?after=${after}`, MAX_PAGE_BYTES);
    if (!bytes) return null;
    const { checkpoints, next } = looseJson(bytes);
    const isPage =
      Array.isArray(checkpoints) &&
      checkpoints.every((note) => typeof note === 'string') &&
      (next === null || (Number.isSafeInteger(next) && (next as number) > after));
    if (!isPage) throw new Malformed('a page of checkpoints is {"checkpoints":[note, …],"next":size or null}');
    return { notes: checkpoints, next: next as number | null };
  }

  /** The hashes of a tile; null when the log does not have it. */
  async tile(tile: Tile): Promise<Uint8Array | null> {
    const bytes = await this.#getTile(tile, tilePath, TILE_WIDTH * HASH_LENGTH);
    const length = tile.width * HASH_LENGTH;
    if (bytes && bytes.length < length)
      throw new Malformed(`${tilePath(tile)} has ${bytes.length} bytes, not ${length}`);
    return bytes?.subarray(0, length) ?? null;
  }

  /** The entries of a bundle; null when the log does not have it. */
  async entries(bundle: { index: number; width: number }): Promise<Uint8Array[] | null> {
    const bytes = await this.#getTile(bundle, entryBundlePath, MAX_BUNDLE_BYTES);
    if (!bytes) return null;
    const entries = decodeEntryBundle(bytes);
    if (entries.length < bundle.width) {
      throw new Malformed(`${entryBundlePath(bundle)} has ${entries.length} entries, not ${bundle.width}`);
    }
    return entries.slice(0, bundle.width);
  }

  /** Null when the log says nothing of itself: C2SP does not ask for that. */
  async identity(): Promise<LogIdentity | null> {
    const bytes = await this.#get('', MAX_NOTE_BYTES);
    if (!bytes) return null;
    const about = new FieldReader(parseJson(bytes), 'What the log says of itself', CheckName.entry);
    return { vkey: about.string('verifierKey'), genesis: parseEnvelope(about.object('genesis')) };
  }

  /** A log need not keep a partial tile once it has the full one. Source: C2SP tlog-tiles. */
  async #getTile<T extends { width: number }>(
    tile: T,
    pathOf: (tile: T) => string,
    maxBytes: number,
  ): Promise<Uint8Array | null> {
    const bytes = await this.#get(pathOf(tile), maxBytes);
    return bytes || tile.width === TILE_WIDTH ? bytes : this.#get(pathOf({ ...tile, width: TILE_WIDTH }), maxBytes);
  }

  /** Null for 404. */
  async #get(path: string, maxBytes: number): Promise<Uint8Array | null> {
    return (await this.#ask(path, maxBytes))?.bytes ?? null;
  }

  async #ask(path: string, maxBytes: number): Promise<LogResponse | null> {
    // What the log says of itself has no slash at its end.
    const url = path === '' ? this.prefix.slice(0, -1) : this.prefix + path;
    let holds = 0;
    for (const waits = [...RETRY_AFTER_MS]; ; ) {
      await this.#untilLetIn();
      try {
        return await askOnce(url, maxBytes, this.#options);
      } catch (error) {
        if (error instanceof RateLimited && this.#options.onHold) {
          this.#hold(error, holds++);
          continue;
        }
        const waitMs = error instanceof LogUnreachable ? waits.shift() : undefined;
        if (waitMs === undefined) throw error;
        await sleep(waitMs);
      }
    }
  }

  /** Whatever is asked for at the same time waits with it. @throws what it is given, where that is not worth it. */
  #hold(limited: RateLimited, holds: number): void {
    const { seconds } = limited;
    if (seconds > LONGEST_HOLD_SECONDS || holds >= MAX_HOLDS) throw limited;
    this.#heldUntil = Math.max(this.#heldUntil, performance.now() + seconds * 1_000);
    this.#options.onHold!(seconds);
  }

  async #untilLetIn(): Promise<void> {
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

/** For a page that nobody signs: every note in it is verified for itself. */
function looseJson(bytes: Uint8Array): Record<string, unknown> {
  try {
    return Object(JSON.parse(decodeUtf8(bytes)));
  } catch (cause) {
    throw new Malformed('the page of checkpoints is not JSON', { cause });
  }
}
