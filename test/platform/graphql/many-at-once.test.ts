import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import { upload } from '../../rest/support.ts';
import { type Api, startApi } from '../../support/api.ts';
import { startProcessTime } from '../../support/processor-time.ts';
import { statementsOf } from '../../support/statements.ts';
import { fillBank } from './bank.ts';

const PICK = '/api/marketing/image-bank/pick';
const DIGEST = 'd'.repeat(64);

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
  await upload(api, { tags: ['calm'] });
  const { sealIds } = await fillBank(api.database, 50);
  // Twenty of one digest, each with another in its place and something that became of it.
  for (const [n, id] of sealIds.entries()) {
    await api.database.query(`update seal set sha256 = $2, superseded_by = $3, status = 'SUPERSEDED' where id = $1`, [
      id,
      DIGEST,
      sealIds[n + 1] ?? sealIds[0],
    ]);
    await api.database.query(
      `insert into seal_status (id, seal_id, status, reason, statement, signature, key_id, log, log_index, changed_at)
       values ($1, $2, 'SUPERSEDED', 'newer', '{}', '', '', 9, $3, now())`,
      [newId('sealStatus'), id, 1_000 + n],
    );
  }
});
afterAll(() => api.stop());

const nested = (depth: number): string =>
  depth === 0 ? 'id' : `id statusHistory { reason } supersededBy { ${nested(depth - 1)} }`;
/** The seals of one digest under so many names, each with what became of it and of what took its place. */
const query = (names: number, depth: number) =>
  `{ ${Array.from({ length: names }, (_, n) => `a${n}: sealsByDigest(sha256: "${DIGEST}") { ...F }`).join(' ')} }
   fragment F on Seal { ${nested(depth)} }`;

const tenAtOnce = (text: string) => Promise.all(Array.from({ length: 10 }, () => api.graphql(text)));

test('what would be thousands of statements is refused before the first, and pick is answered beside it', async () => {
  const workedMs = startProcessTime();

  const { result, statements } = await statementsOf(api, '/graphql', async () => {
    const [refused, picked] = await Promise.all([tenAtOnce(query(30, 9)), api.json(`${PICK}?tags=calm`)]);
    expect(picked.status).toBe(200);
    return refused;
  });

  for (const { status, errors } of result) {
    expect(status).toBe(400);
    expect(errors?.[0]?.message).toMatch(/cost is \d+; at most 5000/);
  }
  expect(statements).toBe(0);
  expect(workedMs()).toBeLessThan(2_000);
});

test('the most that is taken, ten at once, is a few statements each, and pick is answered beside it', async () => {
  await api.graphql(query(1, 1));
  const workedMs = startProcessTime();

  const { result, statements } = await statementsOf(api, '/graphql', async () => {
    const [answered, picked] = await Promise.all([tenAtOnce(query(29, 6)), api.json(`${PICK}?tags=calm`)]);
    expect(picked.status).toBe(200);
    return answered;
  });

  for (const { status, data } of result) {
    expect(status).toBe(200);
    expect(data.a28).toHaveLength(20);
  }
  // One for the seals, and for each level one for what became of them and one for what took their place.
  expect(statements).toBeLessThanOrEqual(10 * 13);
  expect(workedMs()).toBeLessThan(8_000);
});
