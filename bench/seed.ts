import pg from 'pg';
import { databaseOptions } from '../src/app.ts';
import { Database } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { createLogger } from '../src/platform/observability/logger.ts';

/** Assets like those of a real bank: ids sort by age, digests are random, and texts have realistic lengths and letters. */
const FILL = `
  insert into asset (id, origin, status, title, alt, source, sha256, extension, media_type, byte_size, width, height,
    thumbhash, dominant_color, perceptual_hash, tag_labels, tag_keys, licence, credit, created_at, updated_at)
  select
    'ast_' || lpad(to_hex(1750000000000 + n::bigint * 137137), 12, '0') || left(hash, 14),
    (array['RENDER', 'UPLOAD', 'IMPORT'])[1 + n % 3],
    case when n % 17 = 0 then 'ARCHIVED' when n % 41 = 0 then 'QUARANTINED' else 'LIVE' end,
    adjective || ' ' || subject || ' ' || n,
    adjective || ' ' || subject || ', photographed ' || place || case when n % 5 = 0 then E'; "n\\u00ba ' || n || '"' else '' end,
    case when n % 2 = 0 then 'newsletter-' || n % 400 end,
    encode(sha256(n::text::bytea), 'hex'), 'webp', 'image/webp', 40000 + n % 900000, 1600, 1067,
    encode(decode(hash || left(hash, 18), 'hex'), 'base64'),
    '#' || left(hash, 6), right(hash, 16),
    array[subject, place], array[subject, place],
    case when n % 3 = 0 then 'CC BY 4.0' end, case when n % 3 = 0 then 'Photographer ' || n % 90 end,
    made, made + (n % 9) * interval '1 day'
  from generate_series(1, $1::int) n
  cross join lateral (
    select md5('asset ' || n) as hash,
      timestamptz '2025-06-15 00:00:00.007Z' + n * interval '137.137 s' as made,
      (array['Quiet', 'Snow-covered', 'Sunlit', 'Weathered', 'Bright'])[1 + n % 5] as adjective,
      (array['harbour', 'orchard', 'market square', E'caf\\u00e9 terrace', 'mountain railway', 'library', 'bakery'])[1 + n % 7] as subject,
      (array['at dawn', 'from the old bridge', 'in the first snow', E'near K\\u00f6ln', 'on a rainy afternoon'])[1 + n / 7 % 5] as place
  ) of_row
`;

/** Creates seals for two thirds of the pictures. */
const SEAL = `
  insert into seal (id, subject, asset_id, is_private, sha256, byte_length, media_type, statement, signature, key_id, log,
    log_index, sealed_at)
  select 'seal_' || substr(id, 5), 'ASSET', id, false, sha256, byte_size, media_type, '{}', '', sha256, 9,
    row_number() over (order by id), created_at
  from asset where origin <> 'IMPORT'
`;

/** Migrates the database and inserts `assets` pictures. */
export async function seed(databaseUrl: string, assets: number): Promise<void> {
  const database = await Database.open(databaseOptions({ databaseUrl, poolSize: 2 }));
  try {
    await migrate({
      orm: database.orm,
      owner: { url: databaseUrl, setting: 'DATABASE_URL' },
      logger: createLogger('warn'),
    });
  } finally {
    await database.close();
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(FILL, [assets]);
    await client.query(SEAL);
    await client.query('vacuum (analyze) asset, seal');
  } finally {
    await client.end();
  }
}

/** Makes PostgreSQL write changed pages now instead of during a measurement. Requires a superuser. */
export async function writeBack(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query('checkpoint').finally(() => client.end());
}
