import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../support/api.ts';
import { cloneDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

test.each([
  ['truncate approval_decision', 'approval_decision .*is for good'],
  ['truncate chain_entry', 'permission denied|chain_entry is insert-only'],
  ['delete from approval', 'rows of the table approval stay'],
  ['truncate approval cascade', 'stay|is for good'],
  ['delete from attempt', 'attempt is insert-only'],
  ['update attempt set number = number', 'attempt is insert-only'],
  ['update baseline_record set digest = digest', 'baseline_record is insert-only'],
  ['delete from baseline_record', 'baseline_record is insert-only'],
  ['truncate baseline_record', 'baseline_record is insert-only'],
  ['delete from decision_key', 'rows of the table decision_key stay'],
  ['delete from decision_key_endorsement', 'rows of the table decision_key_endorsement stay'],
  ['update evidence_baseline set log = log', 'evidence_baseline is insert-only'],
  ['delete from evidence_baseline', 'evidence_baseline is insert-only'],
  ['truncate evidence_baseline', 'evidence_baseline is insert-only'],
  ['delete from run', 'rows of the table run stay'],
  ['truncate run', 'rows of the table run stay'],
  ['update disclaimer set text = text', 'disclaimer is insert-only'],
  ['delete from log_state', 'rows of the table log_state stay'],
  ['delete from publish_request', 'rows of the table publish_request stay'],
  ['delete from purged_asset', 'purged_asset is insert-only'],
  ['truncate seal cascade', 'rows of the table seal\\w* stay'],
  ['delete from seal_key', 'rows of the table seal_key stay'],
  ['truncate seal_status', 'rows of the table seal_status stay'],
])('the owner of the tables is refused: %s', async (statement, message) => {
  await expect(database.query(statement)).rejects.toThrow(new RegExp(message));
});

test('a month of runs is dropped only if its deletion is in the chain', async () => {
  const api = await startApi({ works: false });
  await api.database.query(`select make_run_month('run', '2031-05'), make_run_month('attempt', '2031-05')`);
  const drop = () => api.database.query(`select drop_run_month('2031-05')`);

  await expect(drop()).rejects.toThrow('the deletion of the runs of 2031-05 is not in the chain of records');
  await api.database.query(
    `insert into chain_act (id, record) values ('act_1', '{"act":"RETENTION","of":"RUN","month":"2031-05"}')`,
  );
  await drop();

  expect(await api.database.query(`select to_regclass('run_2031_05') as run`)).toEqual([{ run: null }]);
});
