import { expect, test } from 'vitest';
import { deleteExpiredContents, makePartitions } from '../../../src/gateway/runs/partitions.ts';
import { spendCheck } from '../../../src/gateway/runs/run-check.ts';
import type { IntegrityFinding } from '../../../src/platform/upkeep/integrity-check.ts';
import { startApi } from '../../support/api.ts';
import { contextOn } from '../../support/context.ts';

const MESSAGES = [{ role: 'user', content: 'Is it so?' }];

test('runs lie in the partition of their month, also those that were written before it had one', async () => {
  const api = await startApi({ env: { SANDBOX: 'true' } });
  const place = () => api.database.query<{ place: string }>('select tableoid::regclass::text as place from run');
  const month = new Date().toISOString().slice(0, 7).replace('-', '_');
  await api.database.query(`drop table run_${month}`);
  await api.json('/v1/chat/completions', {
    as: 'integration',
    body: { model: 'fast-execution/redact-draft', messages: MESSAGES },
  });
  expect(await place()).toEqual([{ place: 'run_default' }]);

  const ctx = contextOn(api.services.platform.database);
  expect(await makePartitions(ctx)).toBe(1);
  expect(await makePartitions(ctx)).toBe(0);

  expect(await place()).toEqual([{ place: `run_${month}` }]);
});

test('what was kept goes when its day has come, and not before', async () => {
  const api = await startApi();
  await api.database.query(
    `insert into run_content values ('run_a', '[]', '{}', now() - interval '1 second'), ('run_b', '[]', '{}', now() + interval '1 day'), ('run_c', '[]', '{}', null)`,
  );

  expect(await deleteExpiredContents(contextOn(api.services.platform.database))).toBe(1);

  expect(await api.database.query('select run_id from run_content order by 1')).toEqual([
    { run_id: 'run_b' },
    { run_id: 'run_c' },
  ]);
});

test('the sum of what runs were charged is held against the books', async () => {
  const api = await startApi({ env: { SANDBOX: 'true' } });
  await api.json('/v1/chat/completions', {
    as: 'integration',
    body: { model: 'fast-execution/redact-draft', messages: MESSAGES },
  });
  const look = async () => {
    const findings: IntegrityFinding[] = [];
    const run = { repairs: false, deletes: false, isOver: () => false, count: () => {}, progress: () => {} };
    const ctx = contextOn(api.services.platform.database);
    await spendCheck(api.services.apis.customers).run({ ctx, ...run, found: (one) => findings.push(one) });
    return findings;
  };

  expect(await look()).toEqual([]);
  await api.database.query('update run set charged_micros = 7');

  expect(await look()).toMatchObject([
    { kind: 'SPEND_NOT_AS_LOGGED', what: expect.stringContaining('by its runs, 7') },
  ]);
});
