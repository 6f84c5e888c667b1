import { encodeBase64, equalBytes } from '../../proof/bytes.ts';
import { type OpenedCheckpoint, openCheckpoint, parseCheckpoint } from '../../proof/checkpoint.ts';
import { parseEntryBody } from '../../proof/entry.ts';
import { Malformed } from '../../proof/malformed.ts';
import { CompactRange, consistencyPlan, HASH_LENGTH, leafHash, verifyConsistency } from '../../proof/merkle.ts';
import { formatVerifierKey, NoteRefused, parseNote, parseVerifierKey, type VerifierKey } from '../../proof/note.ts';
import {
  entryBundlePath,
  proofFromTiles,
  TILE_LEVELS,
  TILE_WIDTH,
  type Tile,
  tilePath,
  tileWidth,
} from '../../proof/tiles.ts';
import { logKeyOf, type Trust, type WitnessPolicy } from '../../proof/trust.ts';
import { type AuditedState, type AuditFolder, SpoiltState } from './audit-folder.ts';
import { CheckpointReader, type SignedCheckpoint } from './checkpoint-reader.ts';
import { followedNote, genesisFlaw } from './genesis-check.ts';
import { inOrder } from './in-order.ts';
import type { LogClient } from './log-client.ts';

/** Bundles of 256 entries that are fetched at the same time: enough to keep the log busy, some 2 MB in memory. */
const FETCHED_AT_ONCE = 8;

export const AuditFault = {
  /** What was answered is not in the form of a log. */
  UNREADABLE: 'UNREADABLE',
  /** The checkpoint is not signed by the log's key. */
  NOT_SIGNED: 'NOT_SIGNED',
  /** Another log than the one that was audited here before, or that is trusted. */
  OTHER_LOG: 'OTHER_LOG',
  /** Its newest checkpoint is older than one that it has shown. */
  SET_BACK: 'SET_BACK',
  /** It signed two trees that cannot both be its own. */
  FORKED: 'FORKED',
  /** A tile or a bundle of entries is not served. */
  MISSING: 'MISSING',
  /** An entry is not the one that was logged. */
  ENTRY_CHANGED: 'ENTRY_CHANGED',
  /** The entries are as they were signed, and a tile is not. */
  TILE_WRONG: 'TILE_WRONG',
  /** The first entry is not the log's statement about itself. */
  GENESIS: 'GENESIS',
} as const;
export type AuditFault = (typeof AuditFault)[keyof typeof AuditFault];

export interface AuditReport {
  /** Null when all is as it has to be. */
  fault: { code: AuditFault; reason: string; entry: number | null; evidence: string | null } | null;
  origin: string | null;
  vkey: string | null;
  /** Of the newest checkpoint, base64. */
  root: string | null;
  size: number | null;
  /** Of the tree that was seen the last time; null when this is the first. */
  keptSize: number | null;
  entriesRead: number;
  checkpointsCompared: number;
  /** What was taken for granted or left out. */
  notes: string[];
}

export interface AuditOptions {
  client: LogClient;
  folder: AuditFolder;
  url: string;
  /** The pinned key. Without this and `trust`, the one that is kept, or the one that the log shows the first time. */
  logKey?: VerifierKey;
  trust?: Trust;
  /** Begins at the first entry again. */
  full: boolean;
  /** Without them, the leaf hashes are taken from the tiles. */
  entries: boolean;
  now: Date;
  onProgress?: (read: number, size: number) => void;
}

/**
 * Audits a log from outside: is it the one it was the last time, grown, and do its entries make up every tree it has signed?
 * What is in order is remembered for the next time; what is not is reported, with the notes that prove it.
 * @throws LogUnreachable when it does not answer, SpoiltState when what was remembered cannot be read.
 */
export async function audit(options: AuditOptions): Promise<AuditReport> {
  const report: AuditReport = {
    fault: null,
    origin: null,
    vkey: null,
    root: null,
    size: null,
    keptSize: null,
    entriesRead: 0,
    checkpointsCompared: 0,
    notes: [],
  };
  try {
    await new Audit(options, report).run();
  } catch (error) {
    const fault = faultOf(error);
    const evidence = fault.notes && (await options.folder.keepEvidence(fault.message, fault.notes));
    report.fault = { code: fault.code, reason: fault.message, entry: fault.entry, evidence: evidence ?? null };
  }
  return report;
}

/** Ends an audit. */
class Fault extends Error {
  readonly code: AuditFault;
  readonly entry: number | null;
  readonly notes: string[] | null;

  constructor(code: AuditFault, reason: string, { entry, notes }: { entry?: number; notes?: string[] } = {}) {
    super(reason);
    this.code = code;
    this.entry = entry ?? null;
    this.notes = notes ?? null;
  }
}

function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof NoteRefused)
    return new Fault('NOT_SIGNED', `The checkpoint is not to be believed: ${error.message}.`);
  if (error instanceof Malformed)
    return new Fault('UNREADABLE', `What the log answers cannot be read: ${error.message}.`);
  throw error;
}

/** The leaves of one tile, some of them perhaps read before. */
interface LeafBatch {
  index: number;
  hashes: Uint8Array[];
  /** The level-0 tile. */
  tile: Uint8Array;
  firstEntry: Uint8Array | null;
}

class Audit {
  readonly #options: AuditOptions;
  readonly #report: AuditReport;

  constructor(options: AuditOptions, report: AuditReport) {
    this.#options = options;
    this.#report = report;
  }

  async run(): Promise<void> {
    const { client, folder, trust, url, now, full } = this.#options;
    const state = await folder.read();
    const note = await client.checkpoint();
    const key = await this.#keyOf(note, state);
    const isSuccessor = state !== null && state.vkey !== formatVerifierKey(key);
    if (isSuccessor) await this.#checkSuccession(state, key);
    const kept = isSuccessor ? null : state;
    const policy = trust?.witnessPolicies.at(-1);
    const newest = openCheckpoint(note, key, policy?.witnesses);
    Object.assign(this.#report, { root: encodeBase64(newest.root), size: newest.size });
    if (policy) this.#noteWitnesses(newest, policy);
    if (newest.size === 0) throw new Fault('UNREADABLE', 'The log is empty: not even its first entry is there.');
    const old = kept && keptCheckpoint(kept, key, folder);
    const isContinued = !old || (await this.#continues(old, { ...newest, note }));

    // Where the proof fails, only the entries can tell whether it is the log that forked or a tile that is wrong.
    const range = kept && isContinued && !full ? rangeOf(kept, key, folder) : new CompactRange();
    await this.#readFrom(range, { ...newest, note }, key, old);
    if (isSuccessor) await folder.setAside(state.vkey);
    await folder.write({ vkey: formatVerifierKey(key), checkpoint: note, hashes: range.hashes }, url, now);
  }

  /** Pinned, else kept, else taken from the log and said so. */
  async #keyOf(note: string, kept: AuditedState | null): Promise<VerifierKey> {
    const { client, logKey, trust, folder } = this.#options;
    const { origin } = parseCheckpoint(parseNote(note).text);
    const log = trust?.logs.find((trusted) => trusted.origin === origin);
    if (trust && !log) throw new Fault('OTHER_LOG', `It calls itself ${origin}, which is not in the trust file.`);
    const pinned = logKey ?? (log && logKeyOf(log));
    const key = pinned ?? parseVerifierKey(kept?.vkey ?? (await this.#shownKey()));
    const vkey = formatVerifierKey(key);
    Object.assign(this.#report, { origin: key.name, vkey });
    const isTrusted = trust?.logs.some((trusted) => formatVerifierKey(logKeyOf(trusted)) === kept?.vkey);
    if (kept && kept.vkey !== vkey && !isTrusted) {
      const advice = `If it was replaced with notice, begin anew with another --state folder. See ${folder.stateFile}`;
      throw new Fault('OTHER_LOG', `The log at ${client.prefix} was audited with another key before. ${advice}`);
    }
    if (!pinned && !kept) {
      this.#report.notes.push(
        `The log's key was not given, so the one it shows is taken and kept in ${folder.stateFile}. Compare it with the one in your contract.`,
      );
    }
    return key;
  }

  async #shownKey(): Promise<string> {
    const identity = await this.#options.client.identity();
    if (!identity) throw new Fault('UNREADABLE', 'The log does not show its key. Give it with --log-key.');
    return identity.vkey;
  }

  /**
   * The log has taken the place of one that was audited here, and the trust file names both. It says with which checkpoint
   * the earlier one ended, and that has to fit what was seen.
   */
  async #checkSuccession(earlier: AuditedState, key: VerifierKey): Promise<void> {
    const { client, folder } = this.#options;
    const oldKey = parseVerifierKey(earlier.vkey);
    const old = keptCheckpoint(earlier, oldKey, folder);
    const identity = await client.identity();
    const follows = identity && followedNote(identity.genesis);
    const successor = `${key.name} has taken the place of ${old.origin}`;
    if (!follows) throw new Fault('OTHER_LOG', `${successor}, and does not say with which tree that one ended.`);
    const last = openCheckpoint(follows, oldKey);
    if (last.size < old.size) {
      throw new Fault('SET_BACK', `${successor} at ${last.size} entries, though that one has shown ${old.size}.`);
    }
    if (last.size === old.size && !equalBytes(last.root, old.root)) {
      const reason = `${successor} at ${old.size} entries, but with another tree than that one has shown.`;
      throw new Fault('FORKED', reason, { notes: [old.note, follows] });
    }
    const unseen = last.size - old.size;
    this.#report.notes.push(
      unseen === 0
        ? `${successor}, at the tree that was seen last.`
        : `${successor}. The last ${unseen} entries of that one were never audited here: audit ${client.prefix}by-name/${old.origin}`,
    );
  }

  #noteWitnesses({ cosignatures }: OpenedCheckpoint, { witnesses, quorum }: WitnessPolicy): void {
    if (witnesses.length === 0) return;
    const names = cosignatures.map(({ key }) => key.name).join(', ') || 'nobody';
    const missing = cosignatures.length < quorum ? ` so far; ${quorum} have to` : '';
    this.#report.notes.push(`The newest checkpoint is cosigned by ${names}${missing}.`);
  }

  /** Whether the log's tiles prove that the tree that was seen the last time is the beginning of this one. */
  async #continues(old: SignedCheckpoint, newest: SignedCheckpoint): Promise<boolean> {
    this.#report.keptSize = old.size;
    if (newest.size < old.size) {
      const reason = `The log was set back: it has shown ${old.size} entries, and now shows ${newest.size}.`;
      throw new Fault('SET_BACK', reason);
    }
    if (newest.size === old.size) {
      if (equalBytes(newest.root, old.root)) return true;
      const notes = [old.note, newest.note];
      throw new Fault('FORKED', `The log signed two different trees of ${old.size} entries.`, { notes });
    }
    const plan = consistencyPlan(old.size, newest.size);
    const proof = await proofFromTiles(plan, newest.size, (tile) => this.#tile(tile));
    return verifyConsistency(old.size, newest.size, proof, old.root, newest.root);
  }

  /** Reads on from what is known, and holds what is read against every checkpoint on the way. */
  async #readFrom(
    range: CompactRange,
    newest: SignedCheckpoint,
    key: VerifierKey,
    old: SignedCheckpoint | null,
  ): Promise<void> {
    const { client, onProgress } = this.#options;
    const { size } = newest;
    const listed = new CheckpointReader(client, key).listed(range.size, size);
    const upperTiles = new UpperTiles(size, (tile) => this.#tile(tile));
    let expected = await listed.next();
    if (expected.done && expected.value === false) {
      this.#report.notes.push('The log lists no checkpoints, so only the newest was compared.');
    }
    let lastGood = range.size;
    let firstBad: SignedCheckpoint | null = null;
    let oddEntry: number | null = null;

    for await (const { index, hashes, tile, firstEntry } of this.#batches(range.size, size)) {
      const skipped = range.size - index * TILE_WIDTH;
      for (const hash of hashes.slice(skipped)) {
        const entry = range.size;
        const at = (entry % TILE_WIDTH) * HASH_LENGTH;
        if (!equalBytes(hash, tile.subarray(at, at + HASH_LENGTH))) oddEntry ??= entry;
        range.append(hash, upperTiles.add);
        if (old?.size === range.size && !equalBytes(old.root, range.root())) firstBad ??= old;
        while (!expected.done && expected.value.size === range.size) {
          this.#report.checkpointsCompared++;
          if (equalBytes(expected.value.root, range.root())) lastGood = firstBad ? lastGood : range.size;
          else firstBad ??= expected.value;
          expected = await listed.next();
        }
      }
      if (index === 0 && skipped === 0) await this.#checkGenesis(hashes[0]!, firstEntry, key);
      await upperTiles.check();
      this.#report.entriesRead += hashes.length - skipped;
      onProgress?.(range.size, size);
    }
    await upperTiles.end();
    const isNewestGood = equalBytes(newest.root, range.root());
    this.#judge({ newest, isNewestGood, firstBad, lastGood, oddEntry, wrongTile: upperTiles.wrong });
  }

  #judge(found: {
    newest: SignedCheckpoint;
    isNewestGood: boolean;
    firstBad: SignedCheckpoint | null;
    lastGood: number;
    oddEntry: number | null;
    wrongTile: string | null;
  }): void {
    const { newest, isNewestGood, firstBad, lastGood, oddEntry, wrongTile } = found;
    if (isNewestGood && firstBad) {
      const reason = `The tree of ${firstBad.size} entries that the log signed is not the beginning of its tree of ${newest.size}.`;
      throw new Fault('FORKED', reason, { notes: [firstBad.note, newest.note] });
    }
    if (isNewestGood && oddEntry !== null) {
      const tile = tilePath({ level: 0, index: Math.floor(oddEntry / TILE_WIDTH), width: TILE_WIDTH });
      throw new Fault('TILE_WRONG', `${tile} has another hash for entry ${oddEntry} than was signed.`, {
        entry: oddEntry,
      });
    }
    if (isNewestGood && wrongTile !== null) {
      throw new Fault('TILE_WRONG', `${wrongTile} does not hold the hashes of the entries below it.`);
    }
    if (isNewestGood) return;
    if (oddEntry !== null) {
      throw new Fault(
        'ENTRY_CHANGED',
        `Entry ${oddEntry} is not the one that was logged: it does not hash to its leaf.`,
        {
          entry: oddEntry,
        },
      );
    }
    const { size } = firstBad ?? newest;
    const which = size - lastGood === 1 ? `Entry ${lastGood}` : `One of the entries ${lastGood} to ${size - 1}`;
    const reason = `${which} is not the one that was logged: the checkpoint of ${size} entries does not hold for it.`;
    throw new Fault('ENTRY_CHANGED', reason, { entry: lastGood });
  }

  async #checkGenesis(firstLeaf: Uint8Array, firstEntry: Uint8Array | null, key: VerifierKey): Promise<void> {
    const { client, trust } = this.#options;
    const identity = await client.identity();
    if (!identity || !(trust || firstEntry)) {
      this.#report.notes.push('What the log says of itself in its first entry was not checked.');
      return;
    }
    const publicKeys = trust
      ? trust.sealKeys.map(({ publicKey }) => publicKey)
      : [parseEntryBody(firstEntry!).publicKey];
    const flaw = genesisFlaw(identity.genesis, firstLeaf, key, publicKeys);
    if (flaw) throw new Fault('GENESIS', `The log's statement about itself does not hold. ${flaw}`, { entry: 0 });
  }

  async *#batches(from: number, size: number): AsyncGenerator<LeafBatch> {
    const end = Math.ceil(size / TILE_WIDTH);
    yield* inOrder(Math.floor(from / TILE_WIDTH), from < size ? end : 0, FETCHED_AT_ONCE, async (index) => {
      const width = tileWidth(0, index, size);
      const [tile, entries] = await Promise.all([
        this.#tile({ level: 0, index, width }),
        this.#options.entries ? this.#entries({ index, width }) : null,
      ]);
      const hashes = entries ? entries.map(leafHash) : Array.from({ length: width }, (_, at) => hashAt(tile, at));
      return { index, hashes, tile, firstEntry: entries?.[0] ?? null };
    });
  }

  async #tile(tile: Tile): Promise<Uint8Array> {
    const hashes = await this.#options.client.tile(tile);
    if (!hashes) throw missing(tilePath(tile), tile.level === 0 ? tile.index * TILE_WIDTH : undefined);
    return hashes;
  }

  async #entries(bundle: { index: number; width: number }): Promise<Uint8Array[]> {
    const entries = await this.#options.client.entries(bundle);
    if (!entries) throw missing(entryBundlePath(bundle), bundle.index * TILE_WIDTH);
    return entries;
  }
}

/** The tiles above the leaves, which proofs are made of, held against what they have to hold. */
class UpperTiles {
  readonly #size: number;
  readonly #fetch: (tile: Tile) => Promise<Uint8Array>;
  /** Path of the first that does not hold what it has to. */
  wrong: string | null = null;
  readonly #gathered = new Map<number, { first: number; hashes: Uint8Array[] }>();
  #full: { level: number; first: number; hashes: Uint8Array[] }[] = [];

  constructor(size: number, fetch: (tile: Tile) => Promise<Uint8Array>) {
    this.#size = size;
    this.#fetch = fetch;
  }

  /** To be told of each subtree that is complete. */
  readonly add = ({ level, index }: { level: number; index: number }, hash: Uint8Array): void => {
    if (level === 0 || level % TILE_LEVELS !== 0) return;
    const tileLevel = level / TILE_LEVELS;
    const row = this.#gathered.get(tileLevel) ?? { first: index, hashes: [] };
    row.hashes.push(hash);
    this.#gathered.set(tileLevel, row);
    if (index % TILE_WIDTH !== TILE_WIDTH - 1) return;
    this.#full.push({ level: tileLevel, ...row });
    this.#gathered.delete(tileLevel);
  };

  /** Compares those that are full by now. */
  async check(): Promise<void> {
    for (const { level, first, hashes } of this.#full.splice(0)) {
      const index = Math.floor(first / TILE_WIDTH);
      const tile = { level, index, width: tileWidth(level, index, this.#size) };
      const served = await this.#fetch(tile);
      const isSame = hashes.every((hash, at) => equalBytes(hash, hashAt(served, (first % TILE_WIDTH) + at)));
      if (!isSame) this.wrong ??= tilePath(tile);
    }
  }

  /** Compares the last of each level as well. */
  async end(): Promise<void> {
    for (const [level, row] of this.#gathered) this.#full.push({ level, ...row });
    await this.check();
  }
}

/** @throws SpoiltState */
function keptCheckpoint(
  { checkpoint: note }: AuditedState,
  key: VerifierKey,
  { stateFile }: AuditFolder,
): SignedCheckpoint {
  try {
    return { ...openCheckpoint(note, key), note };
  } catch (cause) {
    throw new SpoiltState(stateFile, { cause });
  }
}

/** The tree at the checkpoint that was kept. @throws SpoiltState when the two do not belong together. */
function rangeOf(kept: AuditedState, key: VerifierKey, folder: AuditFolder): CompactRange {
  const { size, root } = keptCheckpoint(kept, key, folder);
  try {
    const range = new CompactRange(size, kept.hashes);
    if (equalBytes(range.root(), root)) return range;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new SpoiltState(folder.stateFile);
}

function hashAt(tile: Uint8Array, at: number): Uint8Array {
  return tile.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH);
}

function missing(path: string, entry?: number): Fault {
  return new Fault('MISSING', `The log does not serve ${path}, which its checkpoint is made of.`, { entry });
}
