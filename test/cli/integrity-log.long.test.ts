import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { imprimaturInTurn } from '../support/command.ts';
import { asSuperuser } from '../support/database.ts';
import { sealTexts } from '../support/seals.ts';
import { reportOf } from './integrity.ts';

test.each([
  [['--for', 'soon'], '--for must be a time'],
  [['--grace', '5m'], 'at least 10m'],
  [['--only', 'bytes,honey'], 'Unknown check honey'],
  [['--from', '7'], '--from must be the first two hex digits'],
  [['everything'], 'takes no name'],
])('%j is refused before anything is looked at', async (args, message) => {
  const { code, stderr } = await imprimaturInTurn(['integrity', ...args]);

  expect(code).toBe(64);
  expect(stderr).toContain(message);
});

test('a log that was tampered with is told of, each way by its place', async () => {
  const api = await startApi({ works: false });
  const seals = await sealTexts(api, 300);
  expect(await reportOf(api, '--only', 'log,seals')).toMatchObject({ code: 0, result: 'CLEAN' });
  const tamper = (text: string) => asSuperuser(`set session_replication_role = replica; ${text}`, api.database.url);
  const [changed, moved, vanished] = seals;

  await tamper(
    `update seal set statement = replace(statement, '"byteLength":', '"byteLength": ') where id = '${changed.id}'`,
  );
  await tamper(`update seal set sha256 = '${'0'.repeat(64)}' where id = '${moved.id}'`);
  await tamper(`update log_entry set body = body || ' ' where index = ${vanished.logIndex}`);
  await tamper('delete from log_tile where level = 0 and index = 0');
  await tamper(`update log_state set edge = decode(repeat('00', 32), 'hex')`);
  const dry = await reportOf(api, '--only', 'log,seals');
  const repaired = await reportOf(api, '--only', 'log,seals', '--repair');

  const found = (kind: string) => dry.findings.filter((one) => one.kind === kind).map(({ rows }) => rows);
  expect(dry).toMatchObject({ code: 1, result: 'NOT_CLEAN' });
  expect(found('SEAL_NOT_LOGGED').flat().sort()).toEqual([`seal ${changed.id}`, `seal ${vanished.id}`].sort());
  expect(found('SEAL_CHANGED')).toEqual([[`seal ${moved.id}`]]);
  expect(found('LOG_ENTRY_CHANGED')).toEqual([[`log_entry 1 ${vanished.logIndex}`]]);
  expect(found('LOG_TILE_MISSING')).toEqual([['log_tile 1 0 0']]);
  expect(found('LOG_STATE_WRONG')).toHaveLength(1);
  // A tile says nothing that its entries do not; all else stays as it is, for who has to look into it.
  expect(repaired.counts).toEqual({ ...dry.counts, LOG_TILE_MISSING: { found: 1, repaired: 1 } });
  expect((await api.fetch('/log/tile/0/000')).status).toBe(200);
});
