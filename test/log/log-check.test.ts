import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { logCheck } from '../../src/log/log-check.ts';
import { Database } from '../../src/platform/database/database.ts';
import type { IntegrityFinding } from '../../src/platform/upkeep/integrity-check.ts';
import { sealsCheck } from '../../src/seals/seals-check.ts';
import { startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { asSuperuser, cloneDatabase, copyDatabase, type TestDatabase } from '../support/database.ts';
import { sealText, sealTexts } from '../support/seals.ts';

/** A log with a full tile, changes of seals, an erased one and many checkpoints, to which nobody is connected. */
let sealed: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-log-check-'));
  sealed = await cloneDatabase();
  const api = await startApi({ database: sealed, works: false, env: { DATA_DIR: dataDir } });
  await sealTexts(api, 270);
  for (const [mutation, input] of [
    ['revokeSeal', 'RevokeSealInput'],
    ['eraseSeal', 'EraseSealInput'],
  ] as const) {
    const { seal, ownerToken } = await sealText(api, mutation);
    const { errors } = await api.graphql(`mutation ($in: ${input}!) { ${mutation}(input: $in) { __typename } }`, {
      variables: { in: { sealId: seal.id, reason: 'wrong', ownerToken } },
    });
    expect(errors).toBeUndefined();
  }
  await api.stop();
});
afterAll(async () => {
  await sealed.drop();
  rmSync(dataDir, { recursive: true });
});

/** A copy in which something was changed as only who owns the machine can: past the grants and the triggers. */
async function tampered(change = ''): Promise<TestDatabase> {
  const database = await copyDatabase(sealed);
  onTestFinished(() => database.drop());
  await asSuperuser(`set session_replication_role = replica; ${change}`, database.url);
  return database;
}

async function look({ url }: TestDatabase, { repairs = false } = {}): Promise<IntegrityFinding[]> {
  const findings: IntegrityFinding[] = [];
  const database = await Database.open(databaseOptions({ databaseUrl: url, poolSize: 2 }));
  for (const check of [logCheck(dataDir), sealsCheck]) {
    const isThrough = await check.run({
      ctx: contextOn(database),
      repairs,
      deletes: repairs,
      isOver: () => false,
      found: (finding) => findings.push(finding),
      count: () => {},
      progress: () => {},
    });
    expect(isThrough).toBe(true);
  }
  await database.close();
  return findings;
}

const kindsOf = (findings: IntegrityFinding[]) => findings.map(({ kind }) => kind);

test('a log that nobody has tampered with is in order', async () => {
  expect(await look(await tampered())).toEqual([]);
});

test.each([
  ['an entry that is gone', 'delete from log_entry where index = 100', 'LOG_ENTRY_MISSING'],
  ['an entry with other bytes', `update log_entry set body = body || ' ' where index = 100`, 'LOG_ENTRY_CHANGED'],
  [
    'a tile with other hashes',
    'update log_tile set hashes = set_byte(hashes, 7, get_byte(hashes, 7) # 1)',
    'LOG_TILE_WRONG',
  ],
  ['a tile with another root', `update log_tile set root = decode(repeat('ab', 32), 'hex')`, 'LOG_TILE_WRONG'],
  [
    'an entry that was exchanged together with its leaf',
    `update log_entry set body = 'x', leaf_hash = sha256('\\x0078') where index = 100`,
    'LOG_CHECKPOINT_WRONG',
  ],
  [
    'a checkpoint that nobody signed',
    `insert into log_checkpoint (log, size, note)
     select log, 200, replace(note, chr(10) || size || chr(10), chr(10) || '200' || chr(10)) from log_checkpoint
     order by size desc limit 1 on conflict (log, size) do update set note = excluded.note`,
    'LOG_CHECKPOINT_WRONG',
  ],
  ['a log that was set back', 'update log_state set size = 10', 'LOG_STATE_WRONG'],
  ['a state with another tree', `update log_state set edge = decode(repeat('00', 32), 'hex')`, 'LOG_STATE_WRONG'],
  ['a key that nobody knows', 'delete from seal_key', 'SEAL_NOT_LOGGED'],
  ['a seal in the place of another', 'update seal set log_index = 5000 where log_index = 7', 'SEAL_NOT_LOGGED'],
  ['a seal with another signature', `update seal set signature = 'x' where log_index = 7`, 'SEAL_NOT_LOGGED'],
  ['a seal of other bytes', `update seal set sha256 = repeat('0', 64) where log_index = 7`, 'SEAL_CHANGED'],
  ['a revocation that was deleted', `delete from seal_status where status = 'REVOKED'`, 'SEAL_STATUS_CHANGED'],
  [
    'a revoked seal that says it is not',
    `update seal set status = 'SEALED' where status = 'REVOKED'`,
    'SEAL_STATUS_CHANGED',
  ],
  ['a seal said to be revoked', `update seal set status = 'REVOKED' where status = 'SEALED'`, 'SEAL_STATUS_CHANGED'],
  ['a seal of another length', 'update seal set byte_length = 99999 where log_index = 7', 'SEAL_CHANGED'],
])('%s is found, and nothing is done about it', async (_, change, kind) => {
  const database = await tampered(change);

  expect(kindsOf(await look(database, { repairs: true }))).toContain(kind);
  expect(kindsOf(await look(database))).toContain(kind);
});

test('a tile that is missing is made anew from its entries, and is the one that was', async () => {
  const database = await tampered('create table kept as select * from log_tile; delete from log_tile');

  const found = await look(database);
  const repaired = await look(database, { repairs: true });

  expect(found).toMatchObject([{ kind: 'LOG_TILE_MISSING', rows: ['log_tile 1 0 0'], repair: null }]);
  expect(repaired).toMatchObject([{ kind: 'LOG_TILE_MISSING', repair: expect.stringContaining('recreated') }]);
  await asSuperuser(
    `do $$ begin if exists (select * from kept except select * from log_tile) then raise 'other tiles'; end if; end $$`,
    database.url,
  );
  expect(await look(database)).toEqual([]);
});

test('a database that was set back is told by what is remembered outside of it', async () => {
  const database = await tampered(
    `delete from log_entry where index > 1; delete from log_checkpoint where size > 2; delete from seal where log_index > 1;
     delete from seal_status; delete from log_tile;
     update log_state set size = 2, edge = (select sha256('\\x01' || a.leaf_hash || b.leaf_hash)
       from log_entry a, log_entry b where a.index = 0 and b.index = 1)`,
  );

  expect(await look(database)).toMatchObject([
    { kind: 'LOG_STATE_WRONG', what: expect.stringContaining('entries were signed here, according to DATA_DIR/log') },
  ]);
});
