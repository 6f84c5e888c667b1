import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { demoStartupHints } from '../../src/cli/demo.ts';
import { type Api, startApi } from '../support/api.ts';
import { imprimatur } from '../support/command.ts';

/** As at a start. Those of other features draw pictures. */
const demo = (api: Api) =>
  demoStartupHints(
    { ...api.services, demos: api.services.demos.filter(({ feature }) => feature === 'customers') },
    new AbortController().signal,
  );

const myCustomer = async (api: Api, bearer: string) =>
  (await api.graphql('{ myCustomer { name plan softCapMicros keys { name } } }', { as: { bearer } })).data?.myCustomer;

test('the demo has a customer, made once, whose key only the owner of the file reads', async () => {
  const api = await startApi();
  const file = path.join(api.dataDir, 'secrets/demo-customer-key');

  const [hint] = await demo(api);
  const key = readFileSync(file, 'utf8').trim();
  await demo(api);

  expect(hint).toEqual({ title: 'Customer key', at: file });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8').trim()).toBe(key);
  expect(await myCustomer(api, key)).toEqual({
    name: 'Demo customer',
    plan: 'BASE',
    softCapMicros: 5_000_000,
    keys: [{ name: 'Demo' }],
  });
});

test('`imprimatur customer-key` makes a customer where there is none, and prints a key that works at once', async () => {
  const api = await startApi();
  const env = { DATABASE_URL: api.database.url, DATA_DIR: api.dataDir };

  const first = await imprimatur(['customer-key', 'Lakeside Law', '--plan', 'pro'], env);
  const second = await imprimatur(['customer-key', 'Lakeside Law', '--days', '7'], env);
  const wrong = await imprimatur(['customer-key', 'Lakeside Law', '--days', '2000'], env);

  expect([first.code, second.code]).toEqual([0, 0]);
  expect(first.stdout).toMatch(/^imck_\w{39}\n$/);
  expect(await myCustomer(api, second.stdout.trim())).toEqual({
    name: 'Lakeside Law',
    plan: 'PRO',
    softCapMicros: null,
    keys: [{ name: 'From the shell' }, { name: 'From the shell' }],
  });
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toContain('`lifetimeDays` must be a whole number from 1 to 1095.');
});
