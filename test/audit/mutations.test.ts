import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { recordedElsewhere } from '../../src/platform/audit/recorded-elsewhere.ts';
import { Statements } from '../../src/platform/database/statements.ts';
import { createCustomer, customerWithKey, updateCustomer } from '../customers/graph.ts';
import { type Api, startApi } from '../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const entriesOf = (action: string) =>
  api.database.query<{ subject_ids: string[]; changes: unknown; outcome: string; code: string | null; actor: string }>(
    'select * from audit_entry where action = $1 order by id',
    [action],
  );

const named = (name: string) => ({ name: `${name} ${process.hrtime.bigint()}`, plan: 'PRO' });

test('a mutation is written down with who, what, before and after', async () => {
  const { customer } = await createCustomer(api, named('Before'));
  await updateCustomer(api, { customerId: customer.id, name: 'After', hardLimitMicros: 7 });

  const [made] = (await entriesOf('createCustomer')).slice(-1);
  expect(made).toMatchObject({ outcome: 'DONE', code: null, actor: 'operator:admin', subject_ids: [customer.id] });
  expect(made!.changes).toContainEqual({ subjectId: customer.id, field: 'plan', before: null, after: 'PRO' });
  expect(await entriesOf('updateCustomer')).toEqual([
    expect.objectContaining({
      actor: 'operator:admin',
      actor_kind: 'OPERATOR',
      credential_kind: 'BEARER',
      credential_id: 'admin',
      network: '127.0.0.0/24',
      request_id: expect.stringMatching(/./),
      subject_ids: [customer.id],
      changes: expect.arrayContaining([
        { subjectId: customer.id, field: 'name', before: customer.name, after: 'After' },
        { subjectId: customer.id, field: 'hardLimitMicros', before: null, after: 7 },
      ]),
    }),
  ]);
});

test('a setting, which is changed by a statement by hand, has its values before and after', async () => {
  const change = (integer: number) =>
    api.graphql(
      `mutation { updateSetting(input: { name: SEALS_PER_DAY, integer: ${integer} }) { __typename ... on Problem { code } } }`,
      { as: 'operator' },
    );
  await change(1_000_001);
  await change(1_000_002);

  const [, second] = await entriesOf('updateSetting');
  expect(second!.changes).toEqual([{ subjectId: 'seals.perDay', field: 'value', before: 1_000_001, after: 1_000_002 }]);
});

test('neither is kept without the other: a row that cannot be written undoes the change, and the reverse', async () => {
  const { customer } = await createCustomer(api, named('Kept'));
  const nameOf = async () =>
    (await api.database.query<{ name: string }>('select name from customer where id = $1', [customer.id]))[0]!.name;
  const countOf = async () => (await entriesOf('updateCustomer')).length;
  const before = await countOf();
  const failing = async (table: string) => {
    await api.database.query(
      `create constraint trigger fails after insert or update on ${table} deferrable initially deferred
       for each row execute function refuse_change()`,
    );
    onTestFinished(async () => void (await api.database.query(`drop trigger if exists fails on ${table}`)));
  };

  // Both fail in the commit itself, when all statements are through.
  for (const table of ['audit_entry', 'customer']) {
    await failing(table);
    const input = { customerId: customer.id, name: `Not ${table}` };
    await expect(updateCustomer(api, input).then(({ customer }) => customer.name)).rejects.toThrow();
    await api.database.query(`drop trigger fails on ${table}`);
    expect(await nameOf()).toBe(customer.name);
    expect(await countOf()).toBe(before);
  }
  await updateCustomer(api, { customerId: customer.id, name: 'At last' });

  expect([await nameOf(), await countOf()]).toEqual(['At last', before + 1]);
});

test('a connection that is killed before the commit leaves neither', async () => {
  const { customer } = await createCustomer(api, named('Killed'));
  // Holds the row's writer until it is killed.
  await api.database.query(`create function dies() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
  await api.database.query('create trigger dies after insert on audit_entry for each row execute function dies()');
  onTestFinished(async () => void (await api.database.query('drop function if exists dies() cascade')));

  await updateCustomer(api, { customerId: customer.id, name: 'Never' }).catch(() => {});
  await api.database.query('drop function dies() cascade');
  // The pool hands out the connection that died until it has heard of it.
  await expect.poll(async () => (await api.fetch('/readyz')).status).toBe(200);

  const [row] = await api.database.query<{ name: string }>('select name from customer where id = $1', [customer.id]);
  expect(row!.name).toBe(customer.name);
  expect(await entriesOf('updateCustomer')).not.toContainEqual(expect.objectContaining({ subject_ids: [customer.id] }));
});

test('a refusal is written down with its code, for who may not and for what would not do', async () => {
  const { as, customer } = await customerWithKey(api);
  await api.graphql('mutation { publishDisclaimer(input: { language: "en", text: "x" }) { __typename } }', { as });
  await updateCustomer(api, { customerId: customer.id, name: '' });

  expect(await entriesOf('publishDisclaimer')).toMatchObject([
    { outcome: 'REFUSED', code: 'FORBIDDEN', actor: `customer:${customer.id}`, changes: null },
  ]);
  expect((await entriesOf('updateCustomer')).at(-1)).toMatchObject({
    outcome: 'REFUSED',
    code: 'INPUT_INVALID',
    subject_ids: [customer.id],
  });
});

test('what is not changed is written down, too: it was asked for and holds', async () => {
  const { key } = await customerWithKey(api);
  const revoke = `mutation { revokeCustomerKey(input: { customerKeyId: "${key.id}" }) { __typename } }`;
  for (let n = 0; n < 2; n++) await api.graphql(revoke, { as: 'operator' });

  const [first, second] = await entriesOf('revokeCustomerKey');
  expect(first!.changes).toEqual([{ subjectId: key.id, field: 'revokedAt', before: null, after: expect.any(String) }]);
  expect(second).toMatchObject({ outcome: 'DONE', changes: null, subject_ids: expect.arrayContaining([key.id]) });
});

test('strangers cannot fill the table: what is beyond the hour’s measure is counted', async () => {
  const aliases = Array.from(
    { length: 15 },
    (_, n) => `a${n}: createCustomer(input: { name: "x", plan: PRO }) { __typename }`,
  );
  for (let n = 0; n < 6; n++) {
    // Beside a field for everybody, the others are refused one by one.
    const { data } = await api.graphql(
      `mutation { ${aliases.join(' ')} redactText(input: { text: "x" }) { __typename } }`,
    );
    expect(data.a14).toEqual({ __typename: 'Unauthenticated' });
  }

  const written = (await entriesOf('createCustomer')).filter(({ actor }) => actor === 'anonymous');
  expect(written).toHaveLength(60);
  expect(api.services.platform.audited.unwritten).toBe(30);
});

/** Which mutations leave no row, written down a second time. */
const ELSEWHERE = [
  'beginDecision',
  'eraseSeal',
  'pickAsset',
  'redactText',
  'requestRender',
  'restoreText',
  'revokeSeal',
  'runTask',
  'sealAsset',
  'sealDocumentVersion',
  'sealRunOutput',
  'sealText',
  'supersedeSeal',
];

test('every mutation is written down, but for those that say where they are', () => {
  const fields = Object.values(api.services.schema.getMutationType()!.getFields());

  expect(
    fields
      .filter((field) => recordedElsewhere(field) !== null)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(ELSEWHERE);
});

test('it costs one statement', async () => {
  const { customer } = await createCustomer(api, named('Cost'));
  const sent: string[] = [];
  const take = vi.spyOn(Statements.prototype, 'take').mockImplementation((text) => void sent.push(text));
  onTestFinished(() => take.mockRestore());

  await updateCustomer(api, { customerId: customer.id, name: named('Cost').name });

  expect(sent.filter((text) => text.includes('update "customer"'))).toHaveLength(1);
  expect(sent.filter((text) => text.includes('audit_entry'))).toHaveLength(1);
});

test('what is recorded elsewhere pays nothing', async () => {
  const sent: string[] = [];
  const take = vi.spyOn(Statements.prototype, 'take').mockImplementation((text) => void sent.push(text));
  onTestFinished(() => take.mockRestore());

  await api.graphql('mutation { sealText(input: { text: "hot", disclaimerAcknowledged: true }) { __typename } }');

  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((text) => /audit_entry|limit_use.*refusals/.test(text))).toEqual([]);
});
