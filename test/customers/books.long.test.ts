import { expect, test } from 'vitest';
import { reportOf } from '../cli/integrity.ts';
import { startApi } from '../support/api.ts';
import { customerWithKey } from './graph.ts';
import { customersOf, reservation, settle, settlement } from './support.ts';

test('`imprimatur integrity` says whether the books are right, and what is wrong with them', async () => {
  const api = await startApi();
  const { customer, key } = await customerWithKey(api);
  const wanted = Array.from({ length: 3 }, () => reservation(customer.id, { keyId: key.id }));
  for (const one of wanted) await customersOf(api).reserve(one);
  await settle(api, settlement(wanted[0]!, 5));
  const right = await reportOf(api, '--only', 'money');

  await api.database.query(
    `update reservation set process_id = 'gone', expires_at = now() - interval '6 minutes' where run_id = $1`,
    [wanted[1]!.runId],
  );
  await api.database.query('update usage_period set spent_micros = -1 where subject = $1', [customer.id]);
  await api.database.query('update usage_period set reserved_micros = 7 where subject = $1', [key.id]);
  const wrong = await reportOf(api, '--only', 'money');

  expect(right).toMatchObject({ code: 0, findings: [], looked: { 'months of customers': 2 } });
  expect(wrong.code).not.toBe(0);
  const month = `${new Date().toISOString().slice(0, 7)}-01`;
  expect(wrong.findings.map(({ kind, rows }) => [kind, ...rows])).toEqual([
    ['RESERVATION_LEFT_OVER', `reservation ${wanted[1]!.runId}`],
    ['USAGE_NEGATIVE', `usage_period ${customer.id} ${month}`],
    ['USAGE_RESERVED_WRONG', `usage_period ${key.id} ${month}`],
  ]);
});
