import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import type { IntegrityCheck, IntegrityRun } from '../upkeep/integrity-check.ts';
import { BlobCondition, type BlobStore, type ListedBlob, sha256OfKey } from './blob-store.ts';

/** What can be wrong with bytes. None ever changes its meaning. */
const FindingKind = {
  /** A row names bytes that are not there. */
  BYTES_MISSING: 'BYTES_MISSING',
  /** The bytes that a row names are not the ones that were stored. */
  BYTES_DAMAGED: 'BYTES_DAMAGED',
  /** The bytes are the ones that were stored, and a row gives another size. */
  SIZE_WRONG: 'SIZE_WRONG',
  /** Bytes that no row names. */
  BYTES_ORPHANED: 'BYTES_ORPHANED',
  /** Bytes that were set aside as orphans, and no row has named since. */
  BYTES_SET_ASIDE: 'BYTES_SET_ASIDE',
  /** A file that an upload has left which broke off. */
  FILE_LEFT_OVER: 'FILE_LEFT_OVER',
} as const;

/** Bytes that a row names. */
export interface NamedBlob {
  key: string;
  byteSize: number;
  /** The row's kind and id, e.g. `asset ast_…`. */
  row: string;
}

/** A part of the service whose rows name blobs. */
export interface BlobHolder {
  /** Those that its rows name now and whose digest begins with these hex digits: two of them, or all. */
  named(em: EntityManager, digest: string): Promise<NamedBlob[]>;
  /** True if any row names bytes, so an empty store means a lost one. Left out: another holder answers for its rows. */
  isInUse?(): Promise<boolean>;
  /**
   * Makes the bytes anew from what is at hand, and stores them, or has the row name others that are as good. Gives what it
   * did, for people; null when it cannot.
   */
  remake?(ctx: Context, blob: NamedBlob): Promise<string | null>;
}

export interface BytesCheckOptions {
  store: BlobStore;
  holders: readonly BlobHolder[];
  /** Bytes may be this old before a row has to name them: longer than anybody takes between the two. */
  graceMs: number;
  /** Whether bytes are read and hashed, or only their sizes are compared. */
  hashes: boolean;
  /** Which of the 256 parts of the store to begin with. */
  firstPart: number;
}

/** Orphans are kept for so long after they were set aside, for who finds out that they were none. */
const KEPT_ASIDE_MS = 7 * 24 * 3600_000;
const PARTS = 256;

/** Of each look in passing, so that it takes next to nothing from who uses the service. */
const IN_PASSING_MS = 2_000;
const GRACE_MS = 24 * 3600_000;

/**
 * Looks over a little of the store, anywhere in it, and changes nothing: what rots in silence is found before somebody asks for
 * it. Gives how many blobs are missing or damaged; the log says which.
 */
export async function lookOverBytes(
  ctx: Context,
  options: Pick<BytesCheckOptions, 'store' | 'holders'>,
): Promise<number> {
  const begin = performance.now();
  const firstPart = Math.floor(Math.random() * PARTS);
  let faults = 0;
  await bytesCheck({ ...options, graceMs: GRACE_MS, hashes: true, firstPart }).run({
    ctx,
    repairs: false,
    deletes: false,
    isOver: () => ctx.signal.aborted || performance.now() - begin > IN_PASSING_MS,
    found(finding) {
      // Orphans harm nobody.
      if (finding.kind !== FindingKind.BYTES_MISSING && finding.kind !== FindingKind.BYTES_DAMAGED) return;
      faults++;
      ctx.logger.error(finding, 'bytes are not what a row says of them; see `imprimatur integrity`');
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
 * Every row that names bytes has them, they hash to what the row says, and every stored byte has a row. Goes through rows and
 * store by the first two digits of the digest. Rows are read before the store is listed, since bytes come before rows; what
 * looks wrong is looked at again before it is said, since the service goes on meanwhile.
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
      // What these are made from may have been repaired since.
      for (const fault of unrepaired) report(run, fault, await repaired(run, fault));
      await checkLeftOvers(run);
      return done === PARTS;
    },
  };

  /** False when the time was up before it was through. */
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

  /** By the blob, of which several rows may say what it is. */
  async function namedBy(run: IntegrityRun, digest: string): Promise<Map<string, NamedBlob[]>> {
    const { em } = run.ctx.fork();
    const found: NamedBlob[] = [];
    // One after the other: where the first fails the look ends, and must leave no statement under way on a pool that is closed then.
    for (const holder of holders) found.push(...(await holder.named(em, digest)));
    return Map.groupBy(found, ({ key }) => key);
  }

  async function looksWrong(run: IntegrityRun, blobs: readonly NamedBlob[], file?: ListedBlob): Promise<boolean> {
    if (!file || blobs.some(({ byteSize }) => byteSize !== file.byteSize)) return true;
    if (!hashes) return false;
    run.count('bytes', file.byteSize);
    return (await store.verify(file.key)) !== BlobCondition.INTACT;
  }

  /** The fault as it is now, when rows and bytes have been read again; null when there is none any more. */
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
        what: `The ${blob.byteSize} bytes of ${key} are not there.`,
      };
    }
    if (condition === BlobCondition.DAMAGED) {
      const what = `The bytes of ${key} are not the ones that were stored.`;
      return { blob, rows, kind: FindingKind.BYTES_DAMAGED, what };
    }
    const read = await store.read(key);
    read?.stream.destroy();
    for (const [byteSize, wrong] of Map.groupBy(again, (named) => named.byteSize)) {
      if (!read || read.byteSize === byteSize) continue;
      const what = `${key} has ${read.byteSize} bytes, which are the right ones, and the row says ${byteSize}.`;
      run.found({ kind: FindingKind.SIZE_WRONG, what, rows: wrong.map(({ row }) => row), repair: null });
    }
    return null;
  }

  async function repaired(run: IntegrityRun, { blob }: BytesFault): Promise<string | null> {
    if (!run.repairs) return null;
    if (await store.takeBack(blob.key)) return 'brought back from where orphans are set aside';
    for (const holder of holders) {
      if (!holder.remake || !(await holder.named(run.ctx.fork().em, sha256OfKey(blob.key))).length) continue;
      const repair = await holder.remake(run.ctx.fork(), blob).catch((error: unknown) => {
        run.ctx.logger.warn({ err: error, key: blob.key }, 'bytes could not be made anew');
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
      if (!(await store.setAside(key, young))) return;
      if (await isNamed()) {
        await store.takeBack(key);
        return;
      }
      repair = 'set aside; deleted after a week';
    }
    run.found({
      kind: FindingKind.BYTES_ORPHANED,
      what: `No row names the ${byteSize} bytes of ${key}.`,
      rows: [],
      repair,
    });
  }

  /** What earlier runs have set aside, and what uploads have left. */
  async function checkLeftOvers(run: IntegrityRun): Promise<void> {
    const now = run.ctx.clock.now().getTime();
    for await (const { key, byteSize, storedAt } of store.listAside()) {
      if (now - storedAt.getTime() < KEPT_ASIDE_MS) continue;
      // What a row names by now was put again, or is missing and was brought back above.
      if ((await namedBy(run, sha256OfKey(key))).has(key) && (await store.verify(key)) !== BlobCondition.INTACT)
        continue;
      if (run.deletes) await store.forget(key);
      const what = `The ${byteSize} bytes of ${key} were set aside a week ago, and no row has named them since.`;
      run.found({ kind: FindingKind.BYTES_SET_ASIDE, what, rows: [], repair: run.deletes ? 'deleted' : null });
    }
    const leftOver = await store.sweepStaging(graceMs, { onlyCounts: !run.deletes });
    for (let n = 0; n < leftOver; n++) {
      const what = 'An upload that broke off has left a file.';
      run.found({ kind: FindingKind.FILE_LEFT_OVER, what, rows: [], repair: run.deletes ? 'deleted' : null });
    }
  }
}
