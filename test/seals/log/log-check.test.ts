import { expect, test } from 'vitest';
import { type Api, startApi } from '../../support/api.ts';
import { asSuperuser } from '../../support/database.ts';
import { look } from '../../support/look.ts';
import { sealText, sealTexts } from '../../support/seals.ts';

const LOG = ['log', 'seals'];

/** What only who owns the machine can do: past the grants and the triggers. */
const tamper = (api: Api, text: string) =>
  asSuperuser(`set session_replication_role = replica; ${text}`, api.database.url);

const kindsFound = async (api: Api, options = {}) =>
  [...new Set((await look(api, LOG, options)).map(({ kind }) => kind))].sort();

test('a log with full tiles, status changes, erased seals and many checkpoints is in order', async () => {
  const api = await startApi({ works: false });
  await sealTexts(api, 300);
  for (const mutation of ['revokeSeal', 'eraseSeal']) {
    const { seal, ownerToken } = await sealText(api, mutation);
    const { errors } = await api.graphql(`mutation ($in: EndSealInput!) { ${mutation}(input: $in) { __typename } }`, {
      variables: { in: { sealId: seal.id, reason: 'wrong', ownerToken } },
    });
    expect(errors).toBeUndefined();
  }

  expect(await look(api, LOG)).toEqual([]);
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
  ['a seal of another length', 'update seal set byte_length = 99999 where log_index = 7', 'SEAL_CHANGED'],
])(
  '%s is found, and nothing is done about it',
  async (_, change, kind) => {
    const api = await startApi({ works: false });
    await sealTexts(api, 299);

    await tamper(api, change);

    expect(await kindsFound(api, { repairs: true })).toContain(kind);
    expect(await kindsFound(api)).toContain(kind);
  },
  120_000,
);

test('a tile that is missing is made anew from its entries, and is the one that was', async () => {
  const api = await startApi({ works: false });
  await sealTexts(api, 299);
  const tiles = () => api.database.query('select * from log_tile');
  const before = await tiles();
  await tamper(api, 'delete from log_tile');

  const found = await look(api, LOG);
  const repaired = await look(api, LOG, { repairs: true });

  expect(found).toMatchObject([{ kind: 'LOG_TILE_MISSING', rows: ['log_tile 1 0 0'], repair: null }]);
  expect(repaired).toMatchObject([{ kind: 'LOG_TILE_MISSING', repair: expect.stringContaining('made anew') }]);
  expect(await tiles()).toEqual(before);
  expect(await look(api, LOG)).toEqual([]);
});

test('a database that was set back is told by what is remembered outside of it', async () => {
  const api = await startApi({ works: false });
  await sealTexts(api, 3);

  await tamper(
    api,
    `delete from log_entry where index > 1; delete from log_checkpoint where size > 2; delete from seal where log_index > 1;
     update log_state set size = 2, edge = (select sha256('\\x01' || a.leaf_hash || b.leaf_hash)
       from log_entry a, log_entry b where a.index = 0 and b.index = 1)`,
  );

  expect(await look(api, LOG)).toMatchObject([
    { kind: 'LOG_STATE_WRONG', what: expect.stringContaining('4 entries were signed here, as DATA_DIR/log remembers') },
  ]);
});
