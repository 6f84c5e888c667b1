import { expect, test } from 'vitest';
import { demoStartupHints } from '../../src/cli/demo.ts';
import type { DemoContent } from '../../src/feature.ts';
import type { Service } from '../../src/service.ts';
import { type Api, startApi } from '../support/api.ts';

const hint = { title: 'Example', at: 'here' };
const never = new AbortController().signal;

/** A service that brings these demos, and nothing else of a start. */
function withDemos(api: Api, demos: Record<string, DemoContent>): Service<unknown> {
  return { ...api.services, demos: Object.entries(demos).map(([feature, demo]) => ({ feature, ...demo })) };
}

test('demo content that cannot be created ends no start, keeps nothing else from being created, and is tried again', async () => {
  const api = await startApi();
  const calls: string[] = [];
  let isRefused = true;
  const house = withDemos(api, {
    broken: {
      async create() {
        calls.push('broken');
        if (isRefused) throw new Error('This idempotency key was used with other input.');
      },
      startupHints: () => [{ title: 'Broken', at: 'there' }],
    },
    whole: {
      async create() {
        calls.push('whole');
      },
      startupHints: () => [hint],
    },
  });

  expect(await demoStartupHints(house, never)).toEqual([hint]);
  isRefused = false;
  expect(await demoStartupHints(house, never)).toEqual([{ title: 'Broken', at: 'there' }, hint]);
  await demoStartupHints(house, never);

  expect(calls).toEqual(['broken', 'whole', 'broken']);
});

test('a start that is stopped while it creates demo content does not go on', async () => {
  const api = await startApi();
  const stop = new AbortController();
  const house = withDemos(api, {
    slow: {
      async create() {
        stop.abort(new Error('The stop has begun.'));
        throw new Error('cut short');
      },
      startupHints: () => [hint],
    },
  });

  await expect(demoStartupHints(house, stop.signal)).rejects.toThrow('The stop has begun.');
  expect(await api.database.query('select name from demo_part')).toEqual([]);
});

test('the partner and the customer of the demo are created once: what is changed or deleted of them stays so', async () => {
  const api = await startApi();
  const part = () =>
    demoStartupHints(
      { ...api.services, demos: api.services.demos.filter(({ feature }) => feature !== 'renders') },
      never,
    );
  const stored = () =>
    api.database.query(
      `select (select json_agg(t order by id) from customer t) as customers, (select json_agg(t order by id) from customer_key t) as keys,
         (select json_agg(t order by id) from partner t) as partners, (select json_agg(t order by id) from partner_token t) as tokens`,
    );
  const first = await part();
  expect(first.map(({ title }) => title).sort()).toEqual(['Customer key', 'Media desk']);

  await api.database.query(`update customer set name = 'Ours now', soft_cap_micros = 1 where not is_house`);
  await api.database.query('update customer_key set revoked_at = now()');
  await api.database.query(`update partner_token set revoked_at = now()`);
  const changed = await stored();
  expect(await part()).toEqual(first);
  expect(await stored()).toEqual(changed);

  await api.database.query('delete from partner_token');
  await api.database.query('delete from partner');
  const deleted = await stored();
  await part();
  expect(await stored()).toEqual(deleted);
});

test('what an earlier release has created is known again without a mark, whatever people have called it since', async () => {
  const api = await startApi();
  const part = () =>
    demoStartupHints(
      { ...api.services, demos: api.services.demos.filter(({ feature }) => feature !== 'renders') },
      never,
    );
  await part();
  await api.database.query(`delete from demo_part`);
  await api.database.query(`update customer set name = 'Ours now' where not is_house`);

  await part();

  const [counts] = await api.database.query(
    `select (select count(*)::int from customer where not is_house) as customers, (select count(*)::int from partner_token) as tokens`,
  );
  expect(counts).toEqual({ customers: 1, tokens: 1 });
});
