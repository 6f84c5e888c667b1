import { encodeBase64, equalBytes } from '../bytes.ts';
import { openCheckpoint, parseCheckpoint } from '../checkpoint.ts';
import { parseEntryBody } from '../entry.ts';
import { CompactRange, consistencyPlan, HASH_LENGTH, leafHash, verifyConsistency } from '../merkle.ts';
import { formatVerifierKey, NoteRefused, parseNote, parseVerifierKey, type VerifierKey } from '../note.ts';
import { entryBundlePath, proofFromTiles, TILE_WIDTH, type Tile, tilePath, tileWidth } from '../tiles.ts';
import { logKeyOf, type Trust, type WitnessPolicy } from '../trust.ts';
import { AuditError, type AuditErrorCode, faultOf, missing } from './audit-error.ts';
import type { AuditedState, AuditMemory, RememberedState } from './audit-memory.ts';
import { CheckpointList, type KnownCheckpoints } from './checkpoint-list.ts';
import { CheckpointReader, type SignatureCheck, type SignedCheckpoint } from './checkpoint-reader.ts';
import { durationText } from './duration-text.ts';
import { EntryKeys } from './entry-keys.ts';
import { followedNote, genesisFlaw } from './genesis-check.ts';
import type { LogClient } from './log-client.ts';
import { ageOf, type CheckpointAge, hasQuorum, type NewestCheckpoint, newestCheckpoint } from './newest-checkpoint.ts';
import { fetchInOrder } from './ordered-fetch.ts';
import { keptCheckpoint, rangeOf } from './remembered-tree.ts';
import { hashAt, UpperTiles } from './upper-tiles.ts';

/** Default number of entry bundles to fetch in parallel. Enough to keep the log busy, about 2 MB in memory. */
const BUNDLES_AT_ONCE = 8;

export interface AuditReport {
  /** Why the audit failed. Null if nothing is wrong. */
  fault: { code: AuditErrorCode; reason: string; entry: number | null; evidence: string | null } | null;
  origin: string | null;
  vkey: string | null;
  /** Root hash of the newest checkpoint, base64. */
  root: string | null;
  size: number | null;
  /** Minimum age of the newest checkpoint, and the source of the time from which it is computed. Null if unknown. */
  age: CheckpointAge | null;
  /**
   * Witnesses that cosigned the newest checkpoint. Null if the audit compared no witnesses: without a trust file, without
   * pinned witnesses, or for a closed log.
   */
  cosignedBy: string[] | null;
  /** Number of entries at the previous audit. Null for the first audit. */
  keptSize: number | null;
  entriesRead: number;
  checkpointsCompared: number;
  /** Assumptions that the audit made and checks that it skipped, as sentences. */
  notes: string[];
}

export interface AuditOptions {
  client: LogClient;
  memory: AuditMemory;
  url: string;
  /**
   * Public key of the log. Without it and `trust`, the key stored by an earlier audit is used, or at the first audit the key that
   * the log shows.
   */
  logKey?: VerifierKey;
  trust?: Trust;
  /** True to read all entries again from the first one. */
  full: boolean;
  /** False to take leaf hashes from the tiles without reading entries. */
  entries: boolean;
  /** Maximum age of the newest checkpoint, in seconds. An older one fails the audit. */
  maxAgeSeconds: number;
  /** Milliseconds to wait for cosignatures of the current tree. */
  waitMs: number;
  now: Date;
  /** Number of bundles (256 entries each, with their tiles) fetched in parallel. */
  bundlesAtOnce?: number;
  /** Creates a faster verifier of signatures, where one is available. */
  signatures?: (publicKey: Uint8Array) => SignatureCheck;
  onProgress?: (read: number, size: number) => void;
}

/**
 * Audits a log from outside: it must be the log of the last audit, or the log that replaced it, must only have grown, and its
 * entries must match every checkpoint that it lists. Stores a successful result; reports a failure with the notes that prove
 * it.
 * @throws LogUnreachable if the log doesn't respond, CorruptState if the stored state can't be read
 */
export async function audit(options: AuditOptions): Promise<AuditReport> {
  const report: AuditReport = {
    fault: null,
    origin: null,
    vkey: null,
    root: null,
    size: null,
    age: null,
    cosignedBy: null,
    keptSize: null,
    entriesRead: 0,
    checkpointsCompared: 0,
    notes: [],
  };
  try {
    await new LogAuditRun(options, report).run();
  } catch (error) {
    const fault = faultOf(error);
    const evidence = fault.evidence && (await options.memory.keepEvidence(fault.evidence, report.vkey!));
    report.fault = { code: fault.code, reason: fault.message, entry: fault.entry, evidence };
  }
  return report;
}

/** Leaves of one tile. An earlier audit can have read some of them. */
interface LeafBatch {
  index: number;
  hashes: Uint8Array[];
  /** Bytes of the level-0 tile that contains these leaves. */
  tile: Uint8Array;
  /** Entries of these leaves. Null if the audit doesn't read entries. */
  entries: Uint8Array[] | null;
}

class LogAuditRun {
  readonly #options: AuditOptions;
  readonly #report: AuditReport;
  /** Compares the seal keys of entries. Null without a trust file. */
  readonly #keys: EntryKeys | null;

  constructor(options: AuditOptions, report: AuditReport) {
    this.#options = options;
    this.#report = report;
    this.#keys = options.trust ? new EntryKeys(options.trust.sealKeys.map(({ publicKey }) => publicKey)) : null;
  }

  async run(): Promise<void> {
    const { client, memory, trust, url, now, full, entries, waitMs } = this.#options;
    const remembered = await memory.read();
    const shown = await client.checkpoint();
    const key = await this.#keyOf(shown.note, remembered);
    const vkey = formatVerifierKey(key);
    // One log can have several stored states: of several addresses, of an earlier release, or from a copied folder.
    const ofLog = remembered
      .filter((state) => state.vkey === vkey)
      .map((state) => ({ state, ...keptCheckpoint(state, key, memory) }));
    const olds = ofLog.toSorted((one, other) => other.size - one.size);
    const kept = olds[0]?.state ?? null;
    const here = remembered.find(({ isHere }) => isHere);
    const replaced = here && here.vkey !== vkey ? here : null;
    const earlier = replaced ?? (kept ? null : await this.#followed(remembered));
    if (earlier) await this.#checkSuccession(earlier, key);
    // A closed log's last checkpoint is in the trust file, so neither its age nor later witnesses matter.
    const isClosed = trust?.closedLogs.some((closed) => closed.origin === key.name) ?? false;
    const policy = isClosed ? undefined : trust?.witnessPolicies.at(-1);
    const newest = await newestCheckpoint(client, shown, key, policy, waitMs);
    Object.assign(this.#report, { root: encodeBase64(newest.root), size: newest.size });
    if (policy && policy.witnesses.length > 0) this.#report.cosignedBy = newest.cosignatures.map(({ key }) => key.name);
    if (newest.size === 0) throw new AuditError('UNREADABLE', 'The log is empty: even its first entry is missing.');
    this.#report.keptSize = olds[0]?.size ?? null;
    const isContinued = await this.#continuesAll(olds, newest);
    const isSeen = olds[0]?.size === newest.size;
    this.#report.age = ageOf(newest, policy, isSeen ? kept!.seenAt : null, now);
    const isJudged = !trust || !entries || kept === null || kept.hasTrustedKeys;
    if (!isJudged && !full) {
      this.#report.notes.push(
        'Entries that were audited earlier without a trust file were read again to check their keys.',
      );
    }

    // Starts again at the first entry if the tiles don't prove that the log continues: only the entries show whether the log
    // forked or a tile is wrong.
    const range = kept && isContinued && isJudged && !full ? rangeOf(kept, key, memory) : new CompactRange();
    const keptCount = kept?.listedCount ?? null;
    const listedCount = await this.#readFrom(range, key, { newest, olds, keptCount });
    this.#judgeKeys();
    if (!isClosed) this.#judgeCheckpoint(newest, policy);
    if (replaced) await memory.stopExpecting(replaced.vkey);
    const audited: AuditedState = {
      vkey,
      checkpoint: newest.note,
      hashes: range.hashes,
      listedCount,
      seenAt: isSeen ? kept!.seenAt : now,
      // False if this audit added entries without comparing their keys: the next audit with a trust file must read the entries
      // again to compare the keys.
      hasTrustedKeys: entries && trust !== undefined ? true : (kept?.hasTrustedKeys ?? false) && isSeen,
    };
    await memory.write(audited, url, now);
  }

  /**
   * Key that verifies the log's checkpoints: the trusted one, otherwise the one stored for this address, otherwise the log's own,
   * which is reported in a note.
   */
  async #keyOf(note: string, remembered: readonly RememberedState[]): Promise<VerifierKey> {
    const { client, logKey, trust, memory } = this.#options;
    const { origin } = parseCheckpoint(parseNote(note).text);
    const here = remembered.find(({ isHere }) => isHere);
    const log = trust?.logs.find((trusted) => trusted.origin === origin);
    if (trust && !log)
      throw new AuditError('OTHER_LOG', `The log calls itself ${origin}, which is not in the trust file.`);
    const pinned = logKey ?? (log && logKeyOf(log));
    const key = pinned ?? parseVerifierKey(here?.vkey ?? (await this.#shownKey()));
    const vkey = formatVerifierKey(key);
    Object.assign(this.#report, { origin: key.name, vkey });
    const isTrusted = trust?.logs.some((trusted) => formatVerifierKey(logKeyOf(trusted)) === here?.vkey);
    if (here && here.vkey !== vkey && !isTrusted) {
      const reason = `The log at ${client.prefix} was audited with another key before. ${memory.resetAdvice(here.place)}`;
      throw new AuditError('OTHER_LOG', reason);
    }
    if (!pinned && !remembered.some((state) => state.vkey === vkey)) {
      this.#report.notes.push(
        `No key was given, so the log’s own key is trusted and saved in ${memory.placeOf(vkey)}. Compare it with the one in your contract.`,
      );
      const namesake = remembered.find((state) => parseVerifierKey(state.vkey).name === key.name);
      if (namesake) {
        this.#report.notes.push(
          `A log with this name but another key was audited before: ${namesake.vkey}. That is a different log. Pass --trust or --log-key to say which one you mean.`,
        );
      }
    }
    return key;
  }

  /** Stored state of the log that this log claims to replace, if it was audited at another address. Null otherwise. */
  async #followed(remembered: readonly RememberedState[]): Promise<RememberedState | null> {
    if (remembered.length === 0) return null;
    const identity = await this.#options.client.identity();
    const follows = identity && followedNote(identity.genesis);
    if (!follows) return null;
    const { origin } = parseCheckpoint(parseNote(follows).text);
    const isSigned = ({ vkey }: RememberedState) => isSignedBy(follows, parseVerifierKey(vkey));
    return remembered.find((state) => parseVerifierKey(state.vkey).name === origin && isSigned(state)) ?? null;
  }

  async #shownKey(): Promise<string> {
    const identity = await this.#options.client.identity();
    if (!identity) throw new AuditError('UNREADABLE', 'The log doesn’t publish its key. Pass it with --log-key.');
    return identity.vkey;
  }

  /**
   * Checks a log that replaced an earlier audited one. The last checkpoint of the earlier log, as the new log states it, must
   * have at least as many entries as the audited tree. If it has as many, its root must be the same.
   */
  async #checkSuccession(earlier: RememberedState, key: VerifierKey): Promise<void> {
    const { client, memory } = this.#options;
    const oldKey = parseVerifierKey(earlier.vkey);
    const old = keptCheckpoint(earlier, oldKey, memory);
    const identity = await client.identity();
    const follows = identity && followedNote(identity.genesis);
    const successor = `${key.name} has replaced ${old.origin}`;
    if (!follows)
      throw new AuditError('OTHER_LOG', `${successor}, but doesn’t publish the final checkpoint of that log.`);
    const last = openCheckpoint(follows, oldKey);
    if (last.size < old.size) {
      const reason = `${successor} at ${last.size} entries, although that log has shown ${old.size}.`;
      throw new AuditError('SET_BACK', reason, { notes: [old.note, follows] });
    }
    if (last.size === old.size && !equalBytes(last.root, old.root)) {
      const reason = `${successor} at ${old.size} entries, but with a different tree than that log has shown.`;
      throw new AuditError('FORKED', reason, { notes: [old.note, follows] });
    }
    const unseen = last.size - old.size;
    this.#report.notes.push(
      unseen === 0
        ? `${successor}, at the tree that was audited last.`
        : `${successor}. The last ${unseen} entries of that log were never audited here: audit ${client.prefix}by-name/${old.origin}`,
    );
  }

  /** Checks the newest checkpoint's cosignatures and age. Called last, because a changed log is a worse failure. */
  #judgeCheckpoint(newest: NewestCheckpoint, policy: WitnessPolicy | undefined): void {
    const { maxAgeSeconds, waitMs } = this.#options;
    const { age } = this.#report;
    if (!hasQuorum(newest, policy)) {
      const names = newest.cosignatures.map(({ key }) => key.name).join(', ') || 'none of the witnesses';
      const reason = `The checkpoint of ${newest.size} entries is cosigned by ${names} within ${waitMs / 1_000} seconds; ${policy!.quorum} must.`;
      throw new AuditError('NOT_COSIGNED', reason);
    }
    if (age && age.seconds > maxAgeSeconds) {
      const reason = `The newest checkpoint, of ${newest.size} entries, is ${durationText(age.seconds)} old; the maximum is ${durationText(maxAgeSeconds)}. Either nothing was logged since, or the log is showing an old tree.`;
      throw new AuditError('STALE', reason);
    }
    if (!age) this.#report.notes.push('The age of the newest checkpoint is unknown.');
  }

  #judgeKeys(): void {
    const { trust, entries } = this.#options;
    if (trust && !entries) this.#report.notes.push('The signing keys of entries were not checked.');
    if (!this.#keys?.strange) return;
    const { entry, keyId, count } = this.#keys.strange;
    const more = count > 1 ? `, and so are ${count - 1} more` : '';
    const what = keyId === null ? 'can’t be read as an entry of a seal' : `is signed with the seal key ${keyId}`;
    const reason = `Entry ${entry} ${what}, which the trust file doesn’t contain${more}. If the key is new, get a current trust file from another source than this log.`;
    throw new AuditError('UNKNOWN_KEY', reason, { entry });
  }

  /** True if every tree of an earlier audit is a prefix of the newest tree. */
  async #continuesAll(olds: readonly SignedCheckpoint[], newest: SignedCheckpoint): Promise<boolean> {
    let isContinued = true;
    for (const old of olds) isContinued = (await this.#continues(old, newest)) && isContinued;
    return isContinued;
  }

  /** True if the log's tiles prove that an earlier tree is a prefix of the newest tree. */
  async #continues(old: SignedCheckpoint, newest: SignedCheckpoint): Promise<boolean> {
    if (newest.size < old.size) {
      const reason = `The log was set back: it showed ${old.size} entries before and shows ${newest.size} now.`;
      throw new AuditError('SET_BACK', reason, { notes: [old.note, newest.note] });
    }
    if (newest.size === old.size) {
      if (equalBytes(newest.root, old.root)) return true;
      const notes = [old.note, newest.note];
      throw new AuditError('FORKED', `The log signed two different trees of ${old.size} entries.`, { notes });
    }
    const plan = consistencyPlan(old.size, newest.size);
    const proof = await proofFromTiles(plan, newest.size, (tile) => this.#tile(tile));
    return verifyConsistency(old.size, newest.size, proof, old.root, newest.root);
  }

  /**
   * Reads all entries after the known tree, and compares the computed roots with every listed checkpoint. Returns the number of
   * checkpoints that the log lists. Null if unknown.
   */
  async #readFrom(range: CompactRange, key: VerifierKey, known: KnownCheckpoints): Promise<number | null> {
    const { client, signatures, onProgress } = this.#options;
    const { newest } = known;
    const { size } = newest;
    const reader = new CheckpointReader(client, key, signatures);
    const list = await CheckpointList.open(range.size, known, (after) => reader.listed(after, size));
    const upperTiles = new UpperTiles(size, (tile) => this.#tile(tile));
    onProgress?.(range.size, size);
    let oddEntry: number | null = null;
    if (range.size > 0) await list.compare(range.size, range.root());

    for await (const { index, hashes, tile, entries } of this.#batches(range.size, size)) {
      const skipped = range.size - index * TILE_WIDTH;
      for (const hash of hashes.slice(skipped)) {
        const entry = range.size;
        const at = (entry % TILE_WIDTH) * HASH_LENGTH;
        if (!equalBytes(hash, tile.subarray(at, at + HASH_LENGTH))) oddEntry ??= entry;
        if (entries) this.#keys?.check(entry, entries[entry % TILE_WIDTH]!);
        range.append(hash, upperTiles.add);
        if (list.has(range.size)) {
          this.#report.checkpointsCompared += await list.compare(range.size, range.root());
        }
      }
      if (index === 0 && skipped === 0) await this.#checkGenesis(hashes[0]!, entries?.[0] ?? null, key);
      await upperTiles.check();
      this.#report.entriesRead += hashes.length - skipped;
      onProgress?.(range.size, size);
    }
    await upperTiles.end();
    const isNewestGood = equalBytes(newest.root, range.root());
    const { firstBad, lastGood } = list;
    this.#judge({ newest, isNewestGood, firstBad, lastGood, oddEntry, wrongTile: upperTiles.wrong });
    await this.#judgeList(list, known);
    return list.count;
  }

  /** Checks that the log withholds no checkpoint that it has published. Called after the trees, because a changed log is worse. */
  async #judgeList(list: CheckpointList, { keptCount }: KnownCheckpoints): Promise<void> {
    if (list.gap === null) return;
    const { client, trust } = this.#options;
    // C2SP doesn't require a list. Every release of this service has one, like a description of the log.
    const mayBeMissing = !trust && keptCount === null && (await client.identity()) === null;
    if (!list.isMissing || !mayBeMissing) {
      throw new AuditError('WITHHELD', `${list.gap} A checkpoint that isn’t listed could contradict the others.`);
    }
    this.#report.notes.push('The log doesn’t list its checkpoints, so only the newest was compared.');
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
      const reason = `The log signed a tree of ${firstBad.size} entries that is not a prefix of its tree of ${newest.size}.`;
      throw new AuditError('FORKED', reason, { notes: [firstBad.note, newest.note] });
    }
    if (isNewestGood && oddEntry !== null) {
      const tile = tilePath({ level: 0, index: Math.floor(oddEntry / TILE_WIDTH), width: TILE_WIDTH });
      throw new AuditError('TILE_WRONG', `${tile} has a different hash for entry ${oddEntry} than the signed tree.`, {
        entry: oddEntry,
      });
    }
    if (isNewestGood && wrongTile !== null) {
      throw new AuditError('TILE_WRONG', `${wrongTile} doesn’t contain the hashes of the entries below it.`);
    }
    if (isNewestGood) return;
    if (oddEntry !== null) {
      throw new AuditError(
        'ENTRY_CHANGED',
        `Entry ${oddEntry} differs from the logged one: its hash doesn’t match the leaf.`,
        {
          entry: oddEntry,
        },
      );
    }
    const { size } = firstBad ?? newest;
    const which = size - lastGood === 1 ? `Entry ${lastGood}` : `One of the entries ${lastGood} to ${size - 1}`;
    const reason = `${which} differs from the logged one: it doesn’t match the checkpoint of ${size} entries.`;
    throw new AuditError('ENTRY_CHANGED', reason, { entry: lastGood });
  }

  async #checkGenesis(firstLeaf: Uint8Array, firstEntry: Uint8Array | null, key: VerifierKey): Promise<void> {
    const { client, trust } = this.#options;
    const identity = await client.identity();
    if (!identity || !(trust || firstEntry)) {
      this.#report.notes.push('The log’s statement about itself, in its first entry, was not checked.');
      return;
    }
    const publicKeys = trust
      ? trust.sealKeys.map(({ publicKey }) => publicKey)
      : [parseEntryBody(firstEntry!).publicKey];
    const flaw = genesisFlaw(identity.genesis, firstLeaf, key, publicKeys);
    if (flaw) throw new AuditError('GENESIS', `The log’s statement about itself is not valid. ${flaw}`, { entry: 0 });
  }

  async *#batches(from: number, size: number): AsyncGenerator<LeafBatch> {
    const { bundlesAtOnce: atOnce = BUNDLES_AT_ONCE } = this.#options;
    const end = Math.ceil(size / TILE_WIDTH);
    yield* fetchInOrder(Math.floor(from / TILE_WIDTH), from < size ? end : 0, atOnce, async (index) => {
      const width = tileWidth(0, index, size);
      const [tile, entries] = await Promise.all([
        this.#tile({ level: 0, index, width }),
        this.#options.entries ? this.#entries({ index, width }) : null,
      ]);
      const hashes = entries ? entries.map(leafHash) : Array.from({ length: width }, (_, at) => hashAt(tile, at));
      return { index, hashes, tile, entries };
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

function isSignedBy(note: string, key: VerifierKey): boolean {
  try {
    openCheckpoint(note, key);
    return true;
  } catch (error) {
    if (error instanceof NoteRefused) return false;
    throw error;
  }
}
