import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import type { IntegrityCheck, IntegrityRun } from '../upkeep/integrity-check.ts';
import { BlobCondition, type BlobStore, type ListedBlob, sha256OfKey } from './blob-store.ts';

/** Kinds of faults of stored bytes. They never change their meaning. */
const FindingKind = {
  /** A row refers to missing bytes. */
  BYTES_MISSING: 'BYTES_MISSING',
  /** The bytes that a row refers to were changed after they were stored. */
  BYTES_DAMAGED: 'BYTES_DAMAGED',
  /** The bytes are correct, but the row states another size. */
  SIZE_WRONG: 'SIZE_WRONG',
  /** No row refers to the bytes. */
  BYTES_ORPHANED: 'BYTES_ORPHANED',
  /** Orphaned bytes that an earlier run moved aside at least a week ago. */
  BYTES_SET_ASIDE: 'BYTES_SET_ASIDE',
  /** A temporary file of an interrupted upload. */
  FILE_LEFT_OVER: 'FILE_LEFT_OVER',
} as const;

/** Bytes that a row refers to. */
export interface NamedBlob {
  key: string;
  byteSize: number;
  /** Kind and id of the row, e.g. `asset ast_…`. */
  row: string;
}

/** A feature whose rows refer to blobs. */
export interface BlobHolder {
  /**
   * Lists the blobs of the feature's rows whose digest starts with these hex digits: two digits, a whole digest, or none for all.
   */
  named(em: EntityManager, digest: string): Promise<NamedBlob[]>;
  /**
   * True if any row refers to bytes, so that an empty store means that its files were lost. Absent if another holder covers these
   * rows.
   */
  isInUse?(): Promise<boolean>;
  /**
   * Recreates the bytes from other data and stores them, or makes the row refer to equivalent bytes. Returns a sentence that
   * describes the repair, or null if the bytes can't be recreated.
   */
  remake?(ctx: Context, blob: NamedBlob): Promise<string | null>;
}

export interface BytesCheckOptions {
  store: BlobStore;
  holders: readonly BlobHolder[];
  /** Milliseconds for which stored bytes may lack a row. Longer than any time between storing bytes and writing their row. */
  graceMs: number;
  /** True to read and hash bytes, false to compare sizes only. */
  hashes: boolean;
  /** Part of the store that is checked first: the store has 256 parts, numbered from 0. */
  firstPart: number;
}

/** Milliseconds for which bytes without a row are kept after they were moved aside. */
const KEPT_ASIDE_MS = 7 * 24 * 3600_000;
const PARTS = 256;

/** Time limit in milliseconds of `checkByteSample`, so that it hardly slows users down. */
const IN_PASSING_MS = 2_000;
const GRACE_MS = 24 * 3600_000;

/**
 * Checks the blob store from a random part on for two seconds, without changing anything, to find silent damage early. Returns
 * the number of missing or damaged blobs; the server log names them.
 */
export async function checkByteSample(
  ctx: Context,
  options: Pick<BytesCheckOptions, 'store' | 'holders' | 'hashes'>,
): Promise<number> {
  const begin = performance.now();
  const firstPart = Math.floor(Math.random() * PARTS);
  let faults = 0;
  await bytesCheck({ ...options, graceMs: GRACE_MS, firstPart }).run({
    ctx,
    repairs: false,
    deletes: false,
    isOver: () => ctx.signal.aborted || performance.now() - begin > IN_PASSING_MS,
    found(finding) {
      // Ignores all other faults, e.g. orphaned bytes, which do no harm.
      if (finding.kind !== FindingKind.BYTES_MISSING && finding.kind !== FindingKind.BYTES_DAMAGED) return;
      faults++;
      ctx.logger.error(finding, 'stored bytes are missing or damaged; run `imprimatur integrity`');
    },
    count: () => {},
    progress: () => {},
  });
  return faults;
}

interface BytesFault {
  blob: NamedBlob;
  rows: string[];
  kind: typeof FindingKind.BYTES_MISSING | typeof FindingKind.BYTES_DAMAGED;
  what: string;
}

/**
 * Checks that each row's bytes exist and match their digest, and that a row refers to all stored bytes. Compares rows and store
 * by the first two hex digits of the digest. Reads rows before listing the store, because bytes are written before rows. Checks
 * each fault twice, because the service keeps running.
 */
export function bytesCheck({ store, holders, graceMs, hashes, firstPart }: BytesCheckOptions): IntegrityCheck {
  return {
    name: 'bytes',
    async run(run) {
      const unrepaired: BytesFault[] = [];
      let done = 0;
      for (; done < PARTS && !run.isOver(); done++) {
        const shard = ((firstPart + done) % PARTS).toString(16).padStart(2, '0');
        if (!(await checkShard(run, shard, unrepaired))) break;
        run.progress(done + 1, PARTS);
      }
      // Repeats failed repairs, because the data they need could have been repaired in the meantime.
      for (const fault of unrepaired) report(run, fault, await repaired(run, fault));
      await checkLeftOvers(run);
      return done === PARTS;
    },
  };

  /** Checks all blobs whose digest starts with these two hex digits. False if the check was stopped at the time limit. */
  async function checkShard(run: IntegrityRun, shard: string, unrepaired: BytesFault[]): Promise<boolean> {
    const named = await namedBy(run, shard);
    const stored = new Map<string, ListedBlob>();
    for await (const blob of store.list(shard)) stored.set(blob.key, blob);
    run.count(
      'rows',
      [...named.values()].reduce((sum, blobs) => sum + blobs.length, 0),
    );
    run.count('files', stored.size);
    for (const [key, blobs] of named) {
      if (run.isOver()) return false;
      const fault = (await looksWrong(run, blobs, stored.get(key))) && (await confirmed(run, key));
      if (!fault) continue;
      const repair = await repaired(run, fault);
      if (repair === null && run.repairs) unrepaired.push(fault);
      else report(run, fault, repair);
    }
    const young = new Date(run.ctx.clock.now().getTime() - graceMs);
    for (const { key, byteSize, storedAt } of stored.values()) {
      if (named.has(key) || storedAt >= young) continue;
      await checkOrphan(run, key, byteSize, young);
    }
    return true;
  }

  /** Finds the rows of each blob. Several rows can refer to the same blob. */
  async function namedBy(run: IntegrityRun, digest: string): Promise<Map<string, NamedBlob[]>> {
    const { em } = run.ctx.fork();
    const found: NamedBlob[] = [];
    // Reads one holder after the other: if a statement fails, no other statement may still run on a connection pool that is then
    // closed.
    for (const holder of holders) found.push(...(await holder.named(em, digest)));
    return Map.groupBy(found, ({ key }) => key);
  }

  async function looksWrong(run: IntegrityRun, blobs: readonly NamedBlob[], file?: ListedBlob): Promise<boolean> {
    if (!file || blobs.some(({ byteSize }) => byteSize !== file.byteSize)) return true;
    if (!hashes) return false;
    run.count('bytes', file.byteSize);
    return (await store.verify(file.key)) !== BlobCondition.INTACT;
  }

  /**
   * Checks a fault again with fresh rows and bytes. Null if the fault no longer exists, or if only a row's size is wrong, which
   * is reported here.
   */
  async function confirmed(run: IntegrityRun, key: string): Promise<BytesFault | null> {
    const again = (await namedBy(run, sha256OfKey(key))).get(key);
    if (!again) return null;
    const blob = again[0]!;
    const rows = again.map(({ row }) => row);
    const condition = await store.verify(key);
    if (condition === BlobCondition.MISSING) {
      return {
        blob,
        rows,
        kind: FindingKind.BYTES_MISSING,
        what: `The ${blob.byteSize} bytes of ${key} are missing.`,
      };
    }
    if (condition === BlobCondition.DAMAGED) {
      const what = `The bytes of ${key} differ from the stored ones.`;
      return { blob, rows, kind: FindingKind.BYTES_DAMAGED, what };
    }
    const read = await store.read(key);
    read?.stream.destroy();
    for (const [byteSize, wrong] of Map.groupBy(again, (named) => named.byteSize)) {
      if (!read || read.byteSize === byteSize) continue;
      const what = `${key} has ${read.byteSize} correct bytes, but the row says ${byteSize}.`;
      run.found({ kind: FindingKind.SIZE_WRONG, what, rows: wrong.map(({ row }) => row), repair: null });
    }
    return null;
  }

  async function repaired(run: IntegrityRun, { blob }: BytesFault): Promise<string | null> {
    if (!run.repairs) return null;
    if (await store.moveBack(blob.key)) return 'restored from the orphans that were moved aside';
    for (const holder of holders) {
      if (!holder.remake || !(await holder.named(run.ctx.fork().em, sha256OfKey(blob.key))).length) continue;
      const repair = await holder.remake(run.ctx.fork(), blob).catch((error: unknown) => {
        run.ctx.logger.warn({ err: error, key: blob.key }, 'missing bytes could not be recreated');
        return null;
      });
      if (repair !== null) return repair;
    }
    return null;
  }

  function report(run: IntegrityRun, { kind, what, rows }: BytesFault, repair: string | null): void {
    run.found({ kind, what, rows, repair });
  }

  async function checkOrphan(run: IntegrityRun, key: string, byteSize: number, young: Date): Promise<void> {
    const isNamed = async () => (await namedBy(run, sha256OfKey(key))).has(key);
    if (await isNamed()) return;
    let repair: string | null = null;
    if (run.deletes) {
      if (!(await store.moveAside(key, young))) return;
      if (await isNamed()) {
        await store.moveBack(key);
        return;
      }
      repair = 'set aside; deleted after a week';
    }
    run.found({
      kind: FindingKind.BYTES_ORPHANED,
      what: `No row refers to the ${byteSize} bytes of ${key}.`,
      rows: [],
      repair,
    });
  }

  /** Checks bytes without a row that earlier runs moved aside, and files of interrupted uploads. */
  async function checkLeftOvers(run: IntegrityRun): Promise<void> {
    const now = run.ctx.clock.now().getTime();
    for await (const { key, byteSize, storedAt } of store.listMovedAside()) {
      if (now - storedAt.getTime() < KEPT_ASIDE_MS) continue;
      // If a row refers to the bytes again, the copy that was moved aside is deleted only if the bytes in their place are intact:
      // stored again, or restored above.
      if ((await namedBy(run, sha256OfKey(key))).has(key) && (await store.verify(key)) !== BlobCondition.INTACT)
        continue;
      if (run.deletes) await store.forget(key);
      const what = `The ${byteSize} bytes of ${key} were moved aside a week ago, and no row has referred to them since.`;
      run.found({ kind: FindingKind.BYTES_SET_ASIDE, what, rows: [], repair: run.deletes ? 'deleted' : null });
    }
    const leftOver = await store.sweepStaging(graceMs, { onlyCounts: !run.deletes });
    for (let n = 0; n < leftOver; n++) {
      const what = 'An interrupted upload has left a file.';
      run.found({ kind: FindingKind.FILE_LEFT_OVER, what, rows: [], repair: run.deletes ? 'deleted' : null });
    }
  }
}
