import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { purgeMonths } from '../../src/gateway/runs/retention.ts';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { startApi } from '../support/api.ts';
import { Folder, imprimatur } from '../support/command.ts';
import { contextOn } from '../support/context.ts';
import { download } from '../support/seals.ts';
import { audited, exported, linesOf, runTasks, trustOf } from './export.ts';

test('a month goes as a whole when its time is over, and the chain tells that from a row that is missing', async () => {
  const api = await startApi();
  const ctx = contextOn(api.services.platform.database);
  const { chain } = api.services.apis;
  await runTasks(api, 1);
  await api.database.query(
    `select make_month_partition('run', 'run', '2026-01-15'), make_month_partition('attempt', 'att', '2026-01-15')`,
  );
  const [{ id }] = (await api.database.query(
    `insert into run select (jsonb_populate_record(run, jsonb_build_object('id', first_id_at('run', '2026-01-15'), 'started_at', '2026-01-15T00:00:00Z'))).* from run limit 1 returning id`,
  )) as [{ id: string }];
  await api.database.query(`insert into chain_pending values ('RUN', $1)`, [id]);

  expect(await purgeMonths(ctx, chain, { real: 3, simulated: 0 })).toBe(0);
  expect(await purgeMonths(ctx, chain, { real: 0, simulated: 3 })).toBe(1);

  expect(await api.database.query('select month, runs from run_month_let_go')).toEqual([{ month: '2026-01', runs: 1 }]);
  const text = await exported(api);
  expect(linesOf(text).find(({ entry }) => entry?.subjectId === id)).toMatchObject({
    type: 'entry',
    absent: 'NOT_KEPT',
  });
  expect(await audited(text, await trustOf(api))).toMatchObject({ isClean: true, notKept: 1, records: 2 });
});

test('the command line takes a line without end for one line, and counts those after it right', async () => {
  const api = await startApi({ works: false });
  using folder = new Folder();
  writeFileSync(folder.file('trust.json'), await download(api, '/.well-known/imprimatur/trust.json'));
  writeFileSync(folder.file('runs.jsonl'), `{}\n${'x'.repeat(20_000_000)}\n{"type":"header"\n`);

  const { stdout } = await imprimatur([
    ...['audit', '--export', folder.file('runs.jsonl')],
    ...['--trust', folder.file('trust.json'), '--json'],
  ]);

  const { faults, faultCount } = JSON.parse(stdout);
  expect(faults.map(({ line, reason }: { line: number; reason: string }) => [line, reason])).toEqual([
    [1, expect.stringContaining('Line 1 is unreadable')],
    [2, expect.stringContaining('The line is too long')],
    [3, expect.stringContaining('Line 3 is unreadable')],
    [3, expect.stringContaining('cut off')],
  ]);
  expect(faultCount).toBe(4);
});

test('the command line audits a file, and openssl and jq come to the same hash', async () => {
  const api = await startApi();
  using folder = new Folder();
  await runTasks(api, 1);
  const file = folder.file('runs.jsonl');
  writeFileSync(file, await exported(api));
  writeFileSync(folder.file('trust.json'), await download(api, '/.well-known/imprimatur/trust.json'));
  const audit = (...more: string[]) =>
    imprimatur(['audit', '--export', file, '--trust', folder.file('trust.json'), ...more]);
  const clean = await audit();
  const byHand = /```sh\n(entry\(\)[\s\S]+?)```/.exec(readFileSync(`${PROJECT_ROOT}/docs/log-export.md`, 'utf8'))![1]!;
  const { stdout } = await promisify(execFile)('sh', ['-c', byHand], { cwd: folder.path });

  const { seq } = linesOf(readFileSync(file, 'utf8')).at(-1)!.anchor;
  await runTasks(api, 1);
  writeFileSync(file, await exported(api));
  const { seq: last } = linesOf(readFileSync(file, 'utf8')).at(-1)!.anchor;
  const anchors = /```sh\n(jq -c '\(\(\.anchors[\s\S]+?)```/.exec(
    readFileSync(`${PROJECT_ROOT}/docs/log-export.md`, 'utf8'),
  )![1]!;
  const listed = await promisify(execFile)('sh', ['-c', anchors], { cwd: folder.path });

  writeFileSync(file, readFileSync(file, 'utf8').replace('"SUCCEEDED"', '"FAILED"'));
  const changed = await audit('--json');

  expect({ code: clean.code, stderr: clean.stderr }).toEqual({ code: 0, stderr: '' });
  expect(clean.stdout).toMatch(/^CLEAN {2}Every record matches the chain/);
  const [computed, written] = stdout.trim().split('\n');
  expect(computed).toMatch(/^[0-9a-f]{64}$/);
  expect(computed).toBe(written);
  const listedAnchors = listed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(listedAnchors).toMatchObject([{ seq }, { seq: last, previous: { anchorId: listedAnchors[0].anchorId } }]);
  expect(changed.code).toBe(1);
  expect(JSON.parse(changed.stdout)).toMatchObject({
    result: 'NOT_CLEAN',
    faults: [{ fault: 'RECORD_CHANGED', seq: 1 }],
  });
});
