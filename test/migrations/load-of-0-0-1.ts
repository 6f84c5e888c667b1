import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** How long the longest statement took that read one row of a table, and that changed one, in milliseconds. */
export type LongestBlocks = Record<string, { read: number; write: number }>;

/** A column that can be written as it is, and triggers nothing. */
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

/** Reads and changes one row of every table, time and again, each over a connection of its own. */
export function watchBlocks(url: string, stop: AbortSignal): { done: Promise<void>; longest: LongestBlocks } {
  const longest: LongestBlocks = {};
  const watch = async (table: string, column: string, way: 'read' | 'write') => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const key = KEYS[table] ?? 'id';
    const { rows } = await client.query(`select ${key}::text as key from "${table}" limit 1 offset 3`);
    // Where there is none, the lock is looked for all the same.
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

export interface Requests {
  made: number;
  /** The SQLSTATE of each that failed. */
  failed: string[];
  longestMs: number;
}

const newId = (prefix: string) => `${prefix}_01k${randomBytes(12).toString('hex').slice(0, 23)}`;
const some = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

/** The statements of a request, as release 0.0.1 sends them. */
type Request = (client: pg.PoolClient) => Promise<unknown>;

const COLUMNS = `asset.id, asset.kind, asset.origin, asset.status, asset.title, asset.alt, asset.source, asset.tag_labels, asset.sha256`;
const word = () => `word${1 + Math.floor(Math.random() ** 3 * 10_000)}`;

async function inTransaction(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const REQUESTS: Record<string, Request> = {
  list: (client) =>
    client.query(`select ${COLUMNS} from asset where asset.status = any($1::text[]) order by asset.id desc limit 20`, [
      ['LIVE'],
    ]),
  'list by tag': (client) =>
    client.query(`select ${COLUMNS} from asset where asset.tag_keys @> $1::text[] order by asset.id desc limit 20`, [
      ['word9000', word()],
    ]),
  pick: (client) =>
    client.query(
      `select asset.id, asset.pick_key, asset.tag_keys from (select id from tag where key = $1) walked
         join asset_tag on asset_tag.tag_id = walked.id join asset on asset.id = asset_tag.asset_id
       where asset_tag.pick_key > $2 and asset.status = 'LIVE' order by asset_tag.pick_key limit 1`,
      [word(), Math.random()],
    ),
  'take a turn': (client) =>
    client.query(
      `insert into pick_cursor (key, position, picks) values ($1, 0.5, 1)
       on conflict (key) do update set position = random(), picks = pick_cursor.picks + 1`,
      [some(['one', 'two', 'three'])],
    ),
  upload: (client) =>
    inTransaction(client, async () => {
      const id = newId('ast');
      const keys = [...new Set([word(), word(), `new${Math.floor(Math.random() * 1e6)}`])].sort();
      await client.query(
        `insert into asset (id, origin, title, alt, sha256, extension, media_type, byte_size, width, height, thumbhash,
           dominant_color, perceptual_hash) values ($1, 'UPLOAD', 'A picture', 'A picture', $2, 'webp', 'image/webp', 1, 640, 480,
           'x', '#123456', '0123456789abcdef')`,
        [id, randomBytes(32).toString('hex')],
      );
      await client.query(`insert into outbox_event (type, payload) values ('asset.added', $1)`, [{ assetId: id }]);
      await client.query(
        `insert into tag (id, key, label, asset_count)
         select * from unnest($1::text[], $2::text[], $3::text[]) as given (id, key, label), (values (0)) as zero (asset_count)
         on conflict (key) do nothing`,
        [keys.map(() => newId('tag')), keys, keys],
      );
      await client.query(
        `with given as (
           select distinct coalesce(target.id, tag.id) as id
           from tag left join tag target on target.id = tag.alias_of_id where tag.key = any($1)
         ), locked as (
           select tag.id, tag.key, tag.label from tag join given using (id) order by tag.key for update
         ), counted as (
           update tag set asset_count = asset_count + 1 from locked where tag.id = locked.id
         ), joined as (
           insert into asset_tag (asset_id, tag_id, pick_key) select $2, id, $3 from locked
         )
         update asset set tag_keys = names.keys, tag_labels = names.labels
         from (select array_agg(key order by key) as keys, array_agg(label order by key) as labels from locked) names
         where asset.id = $4`,
        [keys, id, Math.random(), id],
      );
    }),
  render: async (client) => {
    const id = newId('rnd');
    await client.query(
      `insert into render (id, title, prompt, seed, width, height, save_to_bank, requested_by, request_hash)
       values ($1, 'A lake', 'a lake', 7, 640, 480, false, 'operator', $2)`,
      [id, id],
    );
    await client.query(
      `update render set status = 'RUNNING', attempts = attempts + 1, version = version + 1 where id = $1`,
      [id],
    );
    await inTransaction(client, async () => {
      await client.query('select * from render where id = $1 for update', [id]);
      await client.query(
        `update render set status = 'SUCCEEDED', version = version + 1, completed_at = current_timestamp(3),
           understood = $2::jsonb, sha256 = $3, extension = 'webp', media_type = 'image/webp', byte_size = 1 where id = $1`,
        [id, JSON.stringify({ scene: 'lake' }), randomBytes(32).toString('hex')],
      );
      await client.query(`insert into outbox_event (type, payload) values ('render.ended', $1)`, [{ renderId: id }]);
    });
  },
  seal: (client) =>
    inTransaction(client, async () => {
      await client.query(
        `insert into seal (id, subject, sha256, byte_length, media_type, statement, signature, key_id, log, log_index, is_private, sealed_at)
         values ($1, 'TEXT', $2, 1, 'text/plain', 'statement', '\\x00', 'key', 8, $3, false, now())`,
        [newId('sel'), randomBytes(32).toString('hex'), Math.floor(Math.random() * 1e12)],
      );
    }),
  'verify a seal': (client) =>
    client.query(`select * from seal where sha256 = $1 order by sealed_at`, [randomBytes(32).toString('hex')]),
  dispatch: (client) =>
    client.query(
      `update outbox_event set dispatched_at = current_timestamp(3) where id in (
         select id from outbox_event where dispatched_at is null order by id limit 10 for update skip locked)`,
    ),
};

/** Two processes of release 0.0.1 by their statements: so many requests in a second, none of which is attempted again. */
export function serveAs001(
  url: string,
  stop: AbortSignal,
  perSecond = 20,
): { done: Promise<void>; requests: Requests } {
  const requests: Requests = { made: 0, failed: [], longestMs: 0 };
  const serve = async () => {
    const pool = new pg.Pool({ connectionString: url, max: 10 });
    const under: Promise<void>[] = [];
    while (!stop.aborted) {
      under.push(one(pool, some(Object.values(REQUESTS))));
      await sleep((2_000 / perSecond) * 2 * Math.random());
    }
    await Promise.all(under);
    await pool.end();
  };
  const one = async (pool: pg.Pool, request: Request) => {
    const began = performance.now();
    requests.made += 1;
    const client = await pool.connect();
    try {
      await request(client);
    } catch (error) {
      requests.failed.push(String((error as { code?: unknown }).code ?? error));
    } finally {
      client.release();
      requests.longestMs = Math.max(requests.longestMs, performance.now() - began);
    }
  };
  return { done: Promise.all([serve(), serve()]).then(() => {}), requests };
}
