import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AssetShape } from '../../src/assets/asset.shape.ts';
import { ask, upload } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';

const PICK = '/api/marketing/image-bank/pick';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

let sets = 0;

/** Pictures under a word that nobody else uses, each with more tags; gives the word and the ids. */
async function bank(...tags: string[][]): Promise<{ word: string; ids: string[] }> {
  const word = `word${sets++}`;
  const ids: string[] = [];
  for (const more of tags) ids.push((await upload(api, { tags: [word, ...more] })).id);
  return { word, ids };
}

/** Makes `alias-<word>` mean the word. */
function alias(word: string): Promise<unknown> {
  return api.database.query(
    `insert into tag (id, key, label, alias_of_id) select 'tag_' || $1::text, $1::text, $1::text, id from tag where key = $2`,
    [`alias-${word}`, word],
  );
}

const pick = (query: string) => api.json(`${PICK}?${query}`);
const picked = async (query: string): Promise<string> => (await pick(query)).body.asset.id;
const cursors = () => api.database.query('select * from pick_cursor order by key');

describe('match', () => {
  test('all: every tag, in any spelling and order', async () => {
    const { word, ids } = await bank(['ZÜRICH', 'snow'], ['snow'], ['ZÜRICH']);

    const { status, body, headers } = await pick(`tags=${encodeURIComponent('zürich')},SNOW,%20${word}%20`);

    expect(status).toBe(200);
    const shape = z.object({
      ok: z.literal(true),
      asset: AssetShape,
      matchedTags: z.array(z.string()),
      match: z.literal('all'),
      mode: z.literal('rotate'),
    });
    expect(shape.parse(body)).toEqual(body);
    expect(body.asset.id).toBe(ids[0]);
    expect([...body.matchedTags].sort()).toEqual(['ZÜRICH', 'snow', word].sort());
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each(['ZÜRICH', 'zürich', 'Zu\u0308rich', 'Zür\u00adich'])('a tag is found as %j', async (spelling) => {
    const { word, ids } = await bank(['Zürich']);

    expect(await picked(`tags=${word},${encodeURIComponent(spelling)}`)).toBe(ids[0]);
  });

  test('any: one of the tags is enough, and each fitting picture comes', async () => {
    const { word, ids } = await bank(['red'], ['blue'], ['green']);

    const seen = new Set<string>();
    for (let n = 0; n < 2; n++) seen.add(await picked(`tags=red-${word},${word}&not=green&match=any`));

    expect(seen).toEqual(new Set(ids.slice(0, 2)));
    expect((await pick(`tags=${word},nobody&match=ANY`)).body).toMatchObject({ matchedTags: [word], match: 'any' });
  });

  test('best: as many as can be had together', async () => {
    const { word, ids } = await bank(['red', 'round'], ['red'], ['square']);

    expect((await pick(`tags=${word},red,round&match=best`)).body.asset.id).toBe(ids[0]);
    const near = await pick(`tags=${word},red,nobody&match=best&not=round`);
    expect(near.body.asset.id).toBe(ids[1]);
    expect(near.body.matchedTags).toEqual(['red', word]);
  });

  test('not: whoever has one of these is out', async () => {
    const { word, ids } = await bank(['a'], ['b'], ['a', 'b'], []);

    const seen = new Set<string>();
    for (let n = 0; n < 6; n++) seen.add(await picked(`tags=${word}&not=a,B,unheard-of`));

    expect(seen).toEqual(new Set([ids[3]]));
  });

  test('nothing fits: says which tag is unknown and what would help', async () => {
    const { word } = await bank(['red'], ['red'], ['blue']);

    const { status, body } = await pick(`tags=${word},red,blue,no-such-${word}`);
    const { body: known } = await pick(`tags=${word},red,blue`);

    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'NO_MATCH', ok: false, unknownTags: [`no-such-${word}`] });
    expect(known.unknownTags).toEqual([]);
    expect(known.without).toEqual(
      expect.arrayContaining([
        { tag: 'red', matches: 1 },
        { tag: 'blue', matches: 2 },
        { tag: word, matches: 0 },
      ]),
    );
  });
});

describe('aliases', () => {
  test('stand for the tag they mean, alone, with others, with it, and when excluded', async () => {
    const { word, ids } = await bank(['winter'], ['summer']);
    await alias(word);

    expect(await picked(`tags=alias-${word},winter`)).toBe(ids[0]);
    expect(await picked(`tags=alias-${word},${word},summer`)).toBe(ids[1]);
    expect((await pick(`tags=${word}&not=ALIAS-${word}`)).body.code).toBe('NO_MATCH');
  });

  test('give a new picture the tag they mean', async () => {
    const { word } = await bank([]);
    await alias(word);

    const { tags } = await upload(api, { tags: [`alias-${word}`, word, 'other'] });

    expect([...tags].sort()).toEqual(['other', word].sort());
  });

  test('are taken in the list, too', async () => {
    const { word, ids } = await bank([]);
    await alias(word);

    const { body } = await api.json(`/api/admin/image-bank?tags=alias-${word}`, { as: 'operator' });

    expect(body.items.map((asset: { id: string }) => asset.id)).toEqual(ids);
  });
});

describe('rotation', () => {
  test('is exactly fair, also with 16 callers at a time', async () => {
    const { word, ids } = await bank([], [], [], [], []);

    const all = (
      await Promise.all(
        Array.from({ length: 16 }, async () => [await picked(`tags=${word}`), await picked(`tags=${word}`)]),
      )
    ).flat();
    const rest = [];
    for (let n = all.length; n < 35; n++) rest.push(await picked(`tags=${word}`));

    const times = [...all, ...rest].reduce((counts, id) => counts.set(id, (counts.get(id) ?? 0) + 1), new Map());
    expect(ids.map((id) => times.get(id))).toEqual([7, 7, 7, 7, 7]);
  });

  test('has a turn of its own for each campaign, and one for each way of asking the same', async () => {
    const { word } = await bank(['x'], ['x'], ['x']);

    const spring = await picked(`tags=${word},x&campaign=spring`);
    const autumn = await picked(`tags=${word},x&campaign=autumn`);
    const again = await picked(`tags=X,${word.toUpperCase()}&campaign=spring`);

    expect(autumn).toBe(spring);
    expect(again).not.toBe(spring);
  });

  test('takes up new pictures and leaves out those that went', async () => {
    const { word, ids } = await bank([], []);
    for (let n = 0; n < 2; n++) await picked(`tags=${word}`);
    const added = (await upload(api, { tags: [word] })).id;
    await api.database.query(`update asset set status = 'ARCHIVED' where id = $1`, [ids[0]]);

    const seen = new Set<string>();
    for (let n = 0; n < 4; n++) seen.add(await picked(`tags=${word}`));

    expect(seen).toEqual(new Set([ids[1], added]));
  });

  test('peek shows whose turn it is and changes nothing', async () => {
    const { word } = await bank([], [], []);
    await picked(`tags=${word}`);
    const before = await cursors();

    const peeked = [];
    for (const flag of ['peek', 'peek=', 'peek=1', 'peek=true']) peeked.push(await picked(`tags=${word}&${flag}`));

    expect(new Set(peeked).size).toBe(1);
    expect(await cursors()).toEqual(before);
    expect(await picked(`tags=${word}&peek=0`)).toBe(peeked[0]);
    expect(await cursors()).not.toEqual(before);
  });

  test('leaves no trace when nothing fits', async () => {
    const before = await cursors();

    for (let n = 0; n < 5; n++) await pick(`tags=nobody,nothing&campaign=made-up-${n}`);
    await pick(`tags=${(await bank(['y'])).word}&not=y&campaign=made-up`);

    expect(await cursors()).toEqual(before);
  });
});

describe('other modes', () => {
  test('sticky gives one recipient the same picture, and not everybody the same', async () => {
    const { word, ids } = await bank([], [], [], []);

    const first = await picked(`tags=${word}&sticky=ada@example.org`);
    for (let n = 0; n < 5; n++) expect(await picked(`tags=${word}&sticky=ada@example.org`)).toBe(first);
    const everybody = new Set<string>();
    for (let n = 0; n < 24; n++) everybody.add(await picked(`tags=${word}&sticky=recipient-${n}`));

    expect(everybody.size).toBeGreaterThan(1);
    for (const id of everybody) expect(ids).toContain(id);
  });

  test('newest gives the last one that came in', async () => {
    const { word, ids } = await bank([], [], ['hidden']);

    expect(await picked(`tags=${word}&mode=newest`)).toBe(ids[2]);
    expect(await picked(`tags=${word}&mode=NEWEST&not=hidden`)).toBe(ids[1]);
    expect(await picked(`tags=${word},hidden&mode=newest&match=any`)).toBe(ids[2]);
  });

  test('random gives any of them and takes no turn', async () => {
    const { word, ids } = await bank([], []);
    const before = await cursors();

    for (let n = 0; n < 5; n++) expect(ids).toContain(await picked(`tags=${word}&mode=random`));

    expect(await cursors()).toEqual(before);
  });
});

describe('forms', () => {
  test('redirect leads to the picture and is not kept', async () => {
    const { word, ids } = await bank([]);

    const { status, headers } = await ask(api, { path: `${PICK}?tags=${word}&as=redirect` });

    expect(status).toBe(302);
    expect(headers.location).toBe(`${api.url}/media/${ids[0]}/original.png`);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('bytes gives the picture itself, with its tag, and whole', async () => {
    const { word } = await bank([]);
    const path = `${PICK}?tags=${word}&as=bytes`;

    const whole = await ask(api, { path });
    const head = await ask(api, { method: 'HEAD', path });
    const same = await ask(api, { path, headers: { 'if-none-match': whole.headers.etag! } });
    const part = await ask(api, { path, headers: { range: 'bytes=0-7' } });

    expect(whole).toMatchObject({ status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'no-store' } });
    expect(head).toMatchObject({ status: 200, headers: { etag: whole.headers.etag }, text: '' });
    expect(head.headers['content-length']).toBe(String(whole.bytes.length));
    expect(same.status).toBe(304);
    // The rest of a download that broke off would be the rest of another picture.
    expect(part).toMatchObject({ status: 200, headers: { 'accept-ranges': 'none' } });
    expect(part.bytes.equals(whole.bytes)).toBe(true);
  });
});

describe('only what may be shown is picked', () => {
  test.each([
    ['archived', `status = 'ARCHIVED'`],
    ['trashed', `status = 'TRASHED'`],
    ['in quarantine', `status = 'QUARANTINED'`],
    ['expired', `valid_until = now() - interval '1 second'`],
    ['not yet valid', `valid_from = now() + interval '1 hour'`],
  ])('not what is %s, in no mode', async (_, change) => {
    const { word, ids } = await bank([], []);
    await api.database.query(`update asset set ${change} where id = $1`, [ids[1]]);

    for (const mode of ['', '&mode=random', '&mode=newest', '&sticky=a', '&match=any', '&match=best', '&peek']) {
      for (let n = 0; n < 3; n++) expect(await picked(`tags=${word}${mode}`)).toBe(ids[0]);
    }
    await api.database.query(`update asset set ${change} where id = $1`, [ids[0]]);
    expect((await pick(`tags=${word}`)).body.code).toBe('NO_MATCH');
  });

  test('what is within its rights', async () => {
    const { word, ids } = await bank([]);
    await api.database.query(
      `update asset set valid_from = now() - interval '1 hour', valid_until = now() + interval '1 hour' where id = $1`,
      [ids[0]],
    );

    expect(await picked(`tags=${word}`)).toBe(ids[0]);
  });
});
