import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** By table: milliseconds of the longest statement that read one row, and of the longest that updated one. */
export type LongestBlocks = Record<string, { read: number; write: number }>;

/** By table, a column whose update fires no trigger. */
const TABLES = {
  asset: 'alt',
  asset_tag: 'pick_key',
  tag: 'label',
  seal: 'media_type',
  render: 'ignored_terms',
  rendition: 'height',
  outbox_event: 'type',
  partner_token: 'hint',
  setting: 'updated_by',
} as const;
const KEYS: Partial<Record<string, string>> = { asset_tag: 'asset_id', rendition: 'asset_id', setting: 'name' };
const EVERY_MS = 10;

/** Reads and updates one row of every table again and again, each over its own connection. */
export function watchBlocks(url: string, stop: AbortSignal): { done: Promise<void>; longest: LongestBlocks } {
  const longest: LongestBlocks = {};
  const watch = async (table: string, column: string, way: 'read' | 'write') => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const key = KEYS[table] ?? 'id';
    const { rows } = await client.query(`select ${key}::text as key from "${table}" limit 1 offset 3`);
    // A statement that finds no row waits for the same locks.
    const row = rows[0]?.key ?? '0';
    const text =
      way === 'read'
        ? `select "${column}" from "${table}" where ${key} = $1`
        : `update "${table}" set "${column}" = "${column}" where ${key} = $1`;
    longest[table] ??= { read: 0, write: 0 };
    const blocks = longest[table];
    while (!stop.aborted) {
      const began = performance.now();
      await client.query(text, [row]);
      blocks[way] = Math.max(blocks[way], performance.now() - began);
      await sleep(EVERY_MS);
    }
    await client.end();
  };
  const all = Object.entries(TABLES).flatMap(([table, column]) => [
    watch(table, column, 'read'),
    watch(table, column, 'write'),
  ]);
  return { done: Promise.all(all).then(() => {}), longest };
}
