import type pg from 'pg';

export interface BankSize {
  pictures: number;
  seals: number;
  renders: number;
}

const TAGS = 10_000;

/** Ids are as old as their number. */
const idOf = (prefix: string, n: string) =>
  `'${prefix}_' || lpad(to_hex(${n}), 10, '0') || left(md5('${prefix}' || ${n}), 16)`;

/** What is built with indexes in place takes four times as long as building them afterwards. */
const INDEXES = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid in ('asset'::regclass, 'asset_tag'::regclass) and not indisprimary
    and not exists (select from pg_constraint where conindid = indexrelid)`;

/** Three to seven tags of each picture, the n-th most frequent 1/n as often as the first (Zipf). */
const PICTURES = `
  insert into asset (id, origin, status, title, alt, source, sha256, extension, media_type, byte_size, width, height,
    thumbhash, dominant_color, perceptual_hash, tag_labels, tag_keys, licence, credit, created_at, updated_at)
  select ${idOf('ast', 'n')}, (array['RENDER', 'UPLOAD', 'IMPORT'])[1 + n % 3],
    case when n % 17 = 0 then 'ARCHIVED' when n % 41 = 0 then 'TRASHED' else 'LIVE' end,
    'Picture ' || n, 'Picture ' || n || ' for ' || left(hash, 7),
    case when n % 3 = 2 then 'https://cdn.example/' || n || '.png?sig=' || hash end,
    encode(sha256(n::text::bytea), 'hex'), 'webp', 'image/webp', 40000 + n % 900000, 1024, 640 + n % 700,
    encode(decode(hash || left(hash, 18), 'hex'), 'base64'), '#' || left(hash, 6), right(hash, 16), tags.keys, tags.keys,
    case when n % 3 = 0 then 'CC BY 4.0' end, case when n % 3 = 0 then 'Photographer ' || n % 90 end, made, made
  from generate_series(1, $1::int) n
  cross join lateral (select md5('picture ' || n) as hash, timestamptz '2022-06-15 00:00Z' + n * interval '137 s' as made) of_row
  cross join lateral (
    select array_agg('word' || rank order by rank) as keys
    from (select distinct floor(exp((('x' || left(md5('tag ' || n || ' ' || place), 7))::bit(28)::int)::float8 / (1 << 28) * ln($2::int + 1)))::int as rank
          from generate_series(1, 3 + (n * 31 % 5)) place) ranks
  ) tags`;

/** Fills the tables of release 0.0.1 that grow, all of it made by PostgreSQL itself. */
export async function fillBankOf001(client: pg.Client, { pictures, seals, renders }: BankSize): Promise<void> {
  await client.query(`set maintenance_work_mem = '256MB'; set work_mem = '64MB'; set synchronous_commit = off`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(INDEXES);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(
    `insert into tag (id, key, label) select ${idOf('tag', 'n')}, 'word' || n, 'word' || n from generate_series(1, $1::int) n`,
    [TAGS],
  );
  await client.query(PICTURES, [pictures, TAGS]);
  await client.query(`insert into asset_tag (asset_id, tag_id, pick_key)
    select asset.id, tag.id, asset.pick_key from asset cross join unnest(asset.tag_keys) as key join tag on tag.key = key.key`);
  await client.query(`update tag set asset_count = counted.many
    from (select tag_id, count(*)::int as many from asset_tag group by tag_id) counted where counted.tag_id = tag.id`);
  for (const { definition } of indexes) await client.query(definition);
  // In a log of their own, so that they stand in nobody's way.
  await client.query(
    `insert into seal (id, subject, asset_id, sha256, byte_length, media_type, statement, signature, key_id, log, log_index,
       is_private, sealed_at)
     select ${idOf('sel', 'n')}, case when n <= $2::int then 'ASSET' else 'TEXT' end,
       case when n <= $2::int then ${idOf('ast', 'n')} end, encode(sha256(n::text::bytea), 'hex'), 100, 'image/webp',
       repeat('statement ', 30), '\\x00', 'key', 9, n, false, timestamptz '2024-01-01Z' + n * interval '1 s'
     from generate_series(1, $1::int) n`,
    [seals, pictures],
  );
  await client.query(
    `insert into render (id, status, title, prompt, seed, width, height, save_to_bank, requested_by, request_hash, understood,
       sha256, extension, media_type, byte_size, completed_at)
     select ${idOf('rnd', 'n')}, 'SUCCEEDED', 'Render ' || n, 'a lake in the evening ' || n, n, 640, 480, false, 'operator',
       md5(n::text), '{"scene":"lake","colors":["#2a9d9d"]}', encode(sha256(n::text::bytea), 'hex'), 'webp', 'image/webp', 1000, now()
     from generate_series(1, $1::int) n`,
    [renders],
  );
  await client.query('analyze');
}
