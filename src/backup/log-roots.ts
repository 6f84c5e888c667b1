import { CompactRange } from '../proof/merkle.ts';
import type { BackupPlace } from './backup-place.ts';
import type { Manifest } from './manifest.ts';
import { BackupChanged, linesOf, readCompressed } from './stored-file.ts';

/** Roots of the trees of a backup's logs. */
export interface LogRoots {
  /** Root of the first `size` entries. Null if the log has fewer. */
  rootOf(log: number, size: number): Uint8Array | null;
}

/** Computes the roots of some trees from the entries in a backup, which are in their order. */
export async function logRoots(
  place: BackupPlace,
  manifest: Manifest,
  wanted: readonly { log: number; size: number }[],
): Promise<LogRoots> {
  const roots = new Map<string, Uint8Array>();
  const ranges = new Map<number, CompactRange>();
  const note = (log: number, range: CompactRange) => {
    if (wanted.some((one) => one.log === log && one.size === range.size))
      roots.set(`${log} ${range.size}`, range.root());
  };
  for (const { log } of wanted) if (!ranges.has(log)) ranges.set(log, new CompactRange());
  for (const [log, range] of ranges) note(log, range);
  const table = manifest.tables.find(({ schema, name }) => schema === 'SERVICE' && name === 'log_entry');
  if (table && wanted.length > 0) {
    const [logAt, indexAt, hashAt] = ['log', 'index', 'leaf_hash'].map((column) => table.columns.indexOf(column));
    for await (const line of linesOf(readCompressed(place, table))) {
      const fields = line.split('\t');
      const log = Number(fields[logAt!]);
      const range = ranges.get(log);
      if (!range) continue;
      const hash = /^\\\\x([0-9a-f]{64})$/.exec(fields[hashAt!] ?? '')?.[1];
      // A gap ends the tree: no root is known from there on.
      if (hash === undefined || Number(fields[indexAt!]) !== range.size) {
        throw new BackupChanged(`Entry ${range.size} of log ${log} is missing in the backup.`);
      }
      range.append(Buffer.from(hash, 'hex'));
      note(log, range);
    }
  }
  return { rootOf: (log, size) => roots.get(`${log} ${size}`) ?? null };
}
