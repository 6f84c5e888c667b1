import { expect, onTestFinished, test } from 'vitest';
import { parseTrust } from '../../src/proof/trust.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { type Api, startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { download, sealFile, sealText } from '../support/seals.ts';

const HOUR_MS = 3600_000;

/** A clock that somebody sets: so far from the right time. */
class SetClock {
  aheadMs = 0;
  now = () => new Date(Date.now() + this.aheadMs);
}

const seal = (api: Api) =>
  api.json('/api/legal/provenance-seal', { body: { artifact_text: 'some text', disclaimer_ack: true } });
const logHealth = async (api: Api) => {
  const { body } = await api.json('/api/health/architecture');
  return body.connections.find(({ name }: { name: string }) => name === 'log').status;
};

async function sealedWith(aheadMs: number) {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const clock = Object.assign(new SetClock(), { aheadMs });
  const api = await startApi({ database, works: false, clock });
  expect((await seal(api)).status).toBe(201);
  return { api, clock, database };
}

test('a key and a log from a clock that was ahead seal nothing that our own verifier would call INVALID', async () => {
  const { api, clock, database } = await sealedWith(2 * HOUR_MS);
  const before = await database.query('select id from seal');

  clock.aheadMs = 0;
  const refused = await seal(api);

  expect(refused).toMatchObject({ status: 503, body: { ok: false, code: 'SERVICE_UNAVAILABLE' } });
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(refused.body.detail).toMatch(/trusted from .* on, and here it is .* a clock is or was wrong/);
  await expect.poll(() => logHealth(api)).toBe('warn');
  expect(await database.query('select id from seal')).toEqual(before);
  expect((await api.fetch('/readyz')).status).toBe(200);
});

test.each([
  ['the key', "update seal_key set valid_from = now() + interval '1 hour'"],
  ['the log', "update log_state set opened_at = now() + interval '1 hour'"],
])('either is enough: %s', async (_, change) => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const before = await startApi({ database, works: false });
  await sealText(before, 'so that there is a log');
  await before.stop();
  await database.query(change);

  const api = await startApi({ database, works: false });

  expect((await seal(api)).status).toBe(503);
  await expect.poll(() => logHealth(api)).toBe('warn');
});

test('a clock that was ahead by less than others are allowed to be seals on, and what it seals holds', async () => {
  const { api, clock } = await sealedWith(4 * 60_000);
  clock.aheadMs = 0;

  const { seal: sealed } = await sealText(api, 'held');

  const verdict = await verifySeal({
    bundle: await sealFile(api, sealed.id, 'seal.sigstore.json'),
    trust: parseTrust(await download(api, '/.well-known/imprimatur/trust.json')),
    text: 'held',
  });
  expect(verdict.result).toBe('SAME_BYTES');
  expect(await logHealth(api)).toBe('pass');
});

test('a key that is revoked while the clock is set back is heard of all the same', async () => {
  const { api, clock, database } = await sealedWith(0);
  clock.aheadMs = -HOUR_MS;
  await database.query(`update seal_key set revoked_at = now(), reason = 'lost'`);

  await expect.poll(async () => (await seal(api)).status).toBe(503);
});
