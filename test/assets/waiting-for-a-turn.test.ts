import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Rotations } from '../../src/assets/rotations.ts';
import { upload } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const pick = (api: Api, campaign: string) =>
  api.json(`/api/marketing/image-bank/pick?tags=calm&campaign=${campaign}`, { headers: { connection: 'close' } });
const repeat = <T>(times: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)));

/** How often each came. */
const timesOf = (ids: readonly string[]) => [...Map.groupBy(ids, (id) => id).values()].map((same) => same.length);

/** Keeps the rotations from moving until it is let go of, as a process that hangs in the middle of a pick would. */
async function holdRotations(api: Api): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query('select from pick_cursor for update');
  return async () => void (await client.query('commit'));
}

test('nobody holds a connection while waiting for a turn: other campaigns go on, and the turns are fair afterwards', async () => {
  const api = await startApi({ works: false });
  const { database } = api.services.platform;
  for (let n = 0; n < 3; n++) await upload(api, { tags: ['calm'] });
  const first = (await pick(api, 'held')).body.asset.id;
  const letGo = await holdRotations(api);

  const waiting = repeat(29, () => pick(api, 'held'));
  await vi.waitFor(() => expect(database.use.used).toBe(1), { timeout: PATIENCE_MS });
  const others = await repeat(20, (n) => pick(api, `other-${n}`));

  expect(others.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(database.use).toMatchObject({ used: 1, waiting: 0 });
  await letGo();
  const answers = await waiting;
  expect(answers.map(({ status }) => status)).toEqual(Array(29).fill(200));
  expect(timesOf([first, ...answers.map(({ body }) => body.asset.id)])).toEqual([10, 10, 10]);
});

test.each([1, 3, 70])(
  'two processes that take turns in one rotation of %i pictures give each of them as often',
  async (pictures) => {
    const database = await cloneDatabase();
    const [one, other] = [await startApi({ works: false, database }), await startApi({ works: false, database })];
    await upload(one, { tags: ['calm'] });
    // Rows are enough to be picked.
    await database.query(
      `insert into asset (id, origin, title, alt, sha256, extension, media_type, byte_size, width, height, thumbhash,
         dominant_color, perceptual_hash, tag_labels, tag_keys, pick_key)
       select 'ast_' || n, origin, title, alt, lpad(n::text, 64, '0'), extension, media_type, byte_size, width, height, thumbhash,
         dominant_color, perceptual_hash, tag_labels, tag_keys, random()
       from asset, generate_series(2, $1) n`,
      [pictures],
    );
    await database.query(
      `insert into asset_tag select asset.id, tag_id, asset.pick_key from asset, asset_tag where asset.id <> asset_id`,
    );

    const answers = await repeat(105, () => Promise.all([pick(one, 'spring'), pick(other, 'spring')]));

    const ids = answers.flat().map(({ body }) => body.asset.id);
    expect(timesOf(ids)).toEqual(Array(pictures).fill(210 / pictures));
    const [cursor] = await database.query<{ picks: string }>('select picks from pick_cursor');
    expect(Number(cursor!.picks)).toBe(210);
  },
);

test('a few pictures among many of two frequent tags come as often as each other, whoever asks and however many at once', async () => {
  const api = await startApi({ works: false });
  await upload(api, { tags: ['calm', 'bright'] });
  const { database } = api;
  // More than are walked along before all that have both are gathered; those with both come last in the order.
  await database.query(
    `insert into asset (id, origin, title, alt, sha256, extension, media_type, byte_size, width, height, thumbhash,
       dominant_color, perceptual_hash, tag_labels, tag_keys, pick_key)
     select 'ast_' || n, origin, title, alt, lpad(n::text, 64, '0'), extension, media_type, byte_size, width, height, thumbhash,
       dominant_color, perceptual_hash, keys, keys, case when n <= 2 then 0.9 + n / 100.0 else n / 2000.0 end
     from asset, generate_series(1, 1400) n,
       lateral (select case when n <= 2 then '{calm,bright}'::text[] when n % 2 = 0 then '{calm}' else '{bright}' end as keys) tags`,
  );
  await database.query(
    `insert into asset_tag select asset.id, tag.id, asset.pick_key from asset join tag on tag.key = any(asset.tag_keys)
     on conflict do nothing`,
  );
  await database.query('update tag set asset_count = (select count(*) from asset_tag where tag_id = tag.id)');
  const both = (more: string) => api.json(`/api/marketing/image-bank/pick?tags=calm,bright&campaign=few${more}`);

  const answers = [];
  for (let n = 0; n < 4; n++) answers.push(await both('&match=best'));
  answers.push(...(await repeat(20, () => both(''))));

  expect(timesOf(answers.map(({ body }) => body.asset.id))).toEqual([8, 8, 8]);
  const peeked = [
    await both('&peek'),
    await both('&mode=random'),
    await both('&sticky=ada'),
    await both('&mode=newest'),
  ];
  expect(peeked.map(({ body }) => body.matchedTags)).toEqual(Array(4).fill(['bright', 'calm']));
});

test('who picks at the same time shares statements: of the turns and of what is shown', async () => {
  const api = await startApi({ works: false });
  await upload(api, { tags: ['calm'] });
  await pick(api, 'shared');
  const { database } = api.services.platform;
  const letGo = await holdRotations(api);
  const first = pick(api, 'shared');
  await vi.waitFor(() => expect(database.use.used).toBe(1), { timeout: PATIENCE_MS });
  const row = vi.spyOn(database, 'readRow');
  const rows = vi.spyOn(database, 'readRows');
  const inLine = vi.spyOn(Rotations.prototype, 'take');
  onTestFinished(() => inLine.mockRestore());
  const others = repeat(24, () => pick(api, 'shared'));
  await vi.waitFor(() => expect(inLine).toHaveBeenCalledTimes(24), { timeout: PATIENCE_MS });

  await letGo();
  const answers = await Promise.all([first, others]);

  expect(answers.flat().map(({ status }) => status)).toEqual(Array(25).fill(200));
  // One for the turns of all who waited, and two or three for what they are shown. One by one they would be two for each.
  expect(row.mock.calls.length + rows.mock.calls.length).toBeLessThan(10);
});

test('a lost database is told to all who wait for a turn, and the next one who comes gets one', async () => {
  const api = await startApi({ works: false });
  await upload(api, { tags: ['calm'] });
  await pick(api, 'held');
  const letGo = await holdRotations(api);
  const waiting = repeat(12, () => pick(api, 'held'));
  await vi.waitFor(() => expect(api.services.platform.database.use.used).toBe(1), { timeout: PATIENCE_MS });
  await vi.waitFor(
    async () => {
      const ended = await api.database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%pick_pictures%'`,
      );
      expect(ended).toHaveLength(1);
    },
    { timeout: PATIENCE_MS },
  );

  const answers = await waiting;
  await letGo();

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect((await pick(api, 'held')).status).toBe(200);
});
