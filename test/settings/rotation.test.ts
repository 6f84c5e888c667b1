import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { digestOf } from '../../src/platform/encryption/secrets.ts';
import { ask } from '../rest/support.ts';
import { type Api, INBOUND_SECRET, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { change, INBOUND, shown } from './support.ts';

const FIRST = 'the-first-secret-of-the-back-office';
const SECOND = 'the-second-secret-of-the-back-office';
const PATH = '/api/integrations/cinema/render/rnd_00000000000000000000000000';

let api: Api;
let other: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
  other = await startApi({ works: false, database: api.database });
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});
beforeEach(() => rotate({ reset: true, overlapHours: 0 }));

const rotate = (input: object) => change(api, { name: INBOUND, ...input });

/** Which of the secrets let in, at every process. */
async function valid(...secrets: string[]): Promise<string[]> {
  const letIn = [];
  for (const secret of secrets) {
    const statuses = await Promise.all(
      [api, other].map(async (one) => (await ask(one, { path: PATH, as: { bearer: secret } })).status),
    );
    expect([
      [401, 401],
      [404, 404],
    ]).toContainEqual(statuses);
    if (statuses[0] === 404) letIn.push(secret);
  }
  return letIn;
}

/** As if so many hours had passed. */
const pass = (hours: number) =>
  api.database.query('update setting_earlier_secret set valid_until = valid_until - make_interval(hours => $1)', [
    hours,
  ]);

const fingerprint = (secret: string) => digestOf(secret).toString('hex').slice(0, 8);

test('the secret that was in force goes on for a day beside the new one, and then is refused', async () => {
  const { previousSecrets } = await rotate({ secret: FIRST });

  expect(await valid(INBOUND_SECRET, FIRST)).toEqual([INBOUND_SECRET, FIRST]);
  expect(previousSecrets).toEqual([{ fingerprint: fingerprint(INBOUND_SECRET), validUntil: expect.any(String) }]);
  const hours = (Date.parse(previousSecrets[0].validUntil) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThan(24.1);

  await pass(23);
  expect(await valid(INBOUND_SECRET, FIRST)).toEqual([INBOUND_SECRET, FIRST]);
  await pass(1);

  expect(await valid(INBOUND_SECRET, FIRST)).toEqual([FIRST]);
  expect((await shown(api, INBOUND)).previousSecrets).toEqual([]);
});

test('the change states how long; with 0 every earlier one is out at once', async () => {
  await rotate({ secret: FIRST, overlapHours: 2 });
  await pass(2);
  expect(await valid(INBOUND_SECRET, FIRST)).toEqual([FIRST]);

  await rotate({ secret: SECOND, overlapHours: 100 });
  await pass(99);
  expect(await valid(INBOUND_SECRET, FIRST, SECOND)).toEqual([FIRST, SECOND]);

  await rotate({ secret: `${SECOND}-2`, overlapHours: 0 });
  expect(await valid(INBOUND_SECRET, FIRST, SECOND, `${SECOND}-2`)).toEqual([`${SECOND}-2`]);
});

test('an earlier secret keeps the time it was given when another change follows', async () => {
  await rotate({ secret: FIRST, overlapHours: 10 });
  await rotate({ secret: SECOND, overlapHours: 20 });

  expect(await valid(INBOUND_SECRET, FIRST, SECOND)).toEqual([INBOUND_SECRET, FIRST, SECOND]);
  await pass(10);
  expect(await valid(INBOUND_SECRET, FIRST, SECOND)).toEqual([FIRST, SECOND]);
});

test('a secret that is set again ends with its own change, and the overlap can be ended by it', async () => {
  await rotate({ secret: FIRST });
  await rotate({ reset: true });
  expect(await valid(INBOUND_SECRET, FIRST)).toEqual([INBOUND_SECRET, FIRST]);
  expect((await shown(api, INBOUND)).previousSecrets).toMatchObject([{ fingerprint: fingerprint(FIRST) }]);

  await rotate({ reset: true, overlapHours: 0 });

  expect(await valid(INBOUND_SECRET, FIRST)).toEqual([INBOUND_SECRET]);
});

test('the history tells secrets apart by fingerprints and says nothing else of them', async () => {
  const { history } = await rotate({ secret: FIRST, overlapHours: 3 });

  expect(history[0]).toMatchObject({
    fromOrigin: 'ENVIRONMENT',
    from: { fingerprint: fingerprint(INBOUND_SECRET) },
    toOrigin: 'BACK_OFFICE',
    to: { fingerprint: fingerprint(FIRST) },
    overlapHours: 3,
  });
});

test('what has ended is forgotten by the upkeep', async () => {
  const { upkeep } = api.services;

  await rotate({ secret: FIRST });
  await pass(24);

  const count = await upkeep['expired secrets']!(contextOn(api.services.platform.database));

  expect(count).toBe(1);
  expect(await api.database.query('select 1 from setting_earlier_secret')).toEqual([]);
});
