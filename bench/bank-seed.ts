import pg from 'pg';
import { databaseOptions } from '../src/app.ts';
import { Database } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { createLogger } from '../src/platform/observability/logger.ts';

export const TAGS = 10_000;

/** What is built with indexes in place takes four times as long as building them afterwards. */
const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid in ('asset'::regclass, 'asset_tag'::regclass) and not indisprimary
    and not exists (select from pg_constraint where conindid = indexrelid)
`;

const FILL_TAGS = `
  insert into tag (id, key, label, asset_count)
  select 'tag_' || lpad(to_hex(n), 26, '0'), 'word' || n, 'word' || n, 0 from generate_series(1, $1::int) n
`;

/**
 * Ids sort by age. Three to seven tags of each picture, the n-th most frequent 1/n as often as the first (Zipf), so most pictures
 * have some that many have and one that few have. The random numbers are digests: every run builds the same bank.
 */
const FILL_ASSETS = `
  insert into asset (id, origin, status, title, alt, source, sha256, extension, media_type, byte_size, width, height,
    thumbhash, dominant_color, perceptual_hash, tag_labels, tag_keys, licence, credit, pick_key, created_at, updated_at)
  select
    left(first_id_at('ast', made), 14) || left(hash, 16),
    (array['RENDER', 'UPLOAD', 'IMPORT'])[1 + n % 3],
    case when n % 17 = 0 then 'ARCHIVED' when n % 41 = 0 then 'TRASHED' when n % 997 = 0 then 'QUARANTINED' else 'LIVE' end,
    adjective || ' ' || subject || ' ' || to_hex(n::bigint * 7919 % 1000003),
    adjective || ' ' || subject || ', photographed ' || place || ' for ' || left(md5('client ' || n % 5003), 7),
    case when n % 2 = 0 then 'newsletter-' || n % 400 end,
    encode(sha256(n::text::bytea), 'hex'), 'webp', 'image/webp', 40000 + n % 900000,
    (array[1024, 1600, 640, 2048, 1200, 4000])[1 + n / 3 % 6], (array[1024, 1067, 960, 1365, 1600, 3000, 400])[1 + n / 5 % 7],
    encode(decode(hash || left(hash, 18), 'hex'), 'base64'),
    '#' || left(hash, 6), right(hash, 16),
    tags.labels, tags.keys,
    case when n % 3 = 0 then 'CC BY 4.0' end, case when n % 3 = 0 then 'Photographer ' || n % 90 end,
    (('x' || substr(hash, 9, 12))::bit(48)::bigint)::float8 / (1::bigint << 48),
    made, made + (('x' || substr(hash, 3, 4))::bit(16)::int) * interval '1 minute'
  from generate_series(1, $1::int) n
  cross join lateral (
    select md5('picture ' || n) as hash,
      timestamptz '2022-06-15 00:00:00.007Z' + n * interval '137.137 s' as made,
      (array['Quiet', 'Snow-covered', 'Sunlit', 'Weathered', 'Bright'])[1 + n % 5] as adjective,
      (array['harbour', 'orchard', 'market square', E'caf\\u00e9 terrace', 'mountain railway', 'library', 'bakery'])[1 + n % 7] as subject,
      (array['at dawn', 'from the old bridge', 'in the first snow', E'near K\\u00f6ln', 'on a rainy afternoon'])[1 + n / 7 % 5] as place
  ) of_row
  cross join lateral (
    select array_agg('word' || rank order by rank) as keys, array_agg('word' || rank order by rank) as labels
    from (select distinct floor(exp((('x' || left(md5('tag ' || n || ' ' || place), 7))::bit(28)::int)::float8 / (1 << 28) * ln($2::int + 1)))::int as rank
          from generate_series(1, 3 + (n * 31 % 5)) place) ranks
  ) tags
`;

const FILL_ASSET_TAGS = `
  insert into asset_tag (asset_id, tag_id, pick_key)
  select asset.id, tag.id, asset.pick_key from asset cross join unnest(asset.tag_keys) as key join tag on tag.key = key.key
`;

const COUNT_TAGS = `
  update tag set asset_count = counted.many
  from (select tag_id, count(*)::int as many from asset_tag group by tag_id) counted where counted.tag_id = tag.id
`;

/** Brings the database up by the service's own migrations and puts a bank of so many pictures into it, made by PostgreSQL itself. */
export async function seedBank(databaseUrl: string, assets: number): Promise<void> {
  const database = await Database.open(databaseOptions({ databaseUrl, poolSize: 2 }));
  try {
    await migrate(database.orm, databaseUrl, createLogger('warn'));
  } finally {
    await database.close();
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '128MB'; set synchronous_commit = off`);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(INDEXES);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(FILL_TAGS, [TAGS]);
    await client.query(FILL_ASSETS, [assets, TAGS]);
    await client.query(FILL_ASSET_TAGS);
    await client.query(COUNT_TAGS);
    for (const { definition } of indexes) await client.query(definition);
    await client.query('vacuum (analyze) asset, asset_tag, tag');
  } finally {
    await client.end();
  }
}
