import { afterAll, beforeAll, expect, test } from 'vitest';
import { person } from '../../src/operators/operator.principal.ts';
import { AuditOutcome, audit } from '../../src/platform/audit/audit.ts';
import { Context } from '../../src/platform/context.ts';
import { type Api, startApi } from '../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const somebody = () =>
  new Context(api.services.platform, {
    principal: person('op_x', new Set(), { kind: 'BEARER', id: 'opt_x', issuedBy: 'operator:op_y' }),
    requestId: 'request-1',
    signal: new AbortController().signal,
    addressOf: () => '2001:db8:1:2:3::4',
  });

const deed = { action: 'signIn', subjectIds: ['op_x'], outcome: AuditOutcome.REFUSED, code: 'FORBIDDEN' } as const;

const entries = (action: string) => api.database.query('select * from audit_entry where action = $1', [action]);

test('a deed is written down with who, by what, from where and when', async () => {
  await audit(somebody(), deed);

  expect(await entries('signIn')).toEqual([
    {
      id: expect.stringMatching(/^aud_/),
      actor: 'operator:op_x',
      actor_kind: 'OPERATOR',
      on_behalf_of: null,
      credential_kind: 'BEARER',
      credential_id: 'opt_x',
      credential_issued_by: 'operator:op_y',
      action: 'signIn',
      outcome: 'REFUSED',
      code: 'FORBIDDEN',
      subject_ids: ['op_x'],
      changes: null,
      network: '2001:db8:1::/48',
      request_id: 'request-1',
      happened_at: expect.any(Date),
    },
  ]);
});

test('it goes with the transaction that it is written in', async () => {
  const undone = somebody().transactional(async (ctx) => {
    await audit(ctx, { ...deed, action: 'undone' });
    throw new Error('no');
  });

  await expect(undone).rejects.toThrow('no');
  expect(await entries('undone')).toEqual([]);
});

test('nobody changes an entry, and lets go of none before it is a year old', async () => {
  await audit(somebody(), { ...deed, action: 'kept', changes: [{ subjectId: 'x', field: 'a', before: 1, after: 2 }] });
  const by = (text: string) => api.database.query(`${text} where action = 'kept'`);

  await expect(by(`update audit_entry set actor = 'operator:other'`)).rejects.toThrow('insert-only');
  await expect(by(`update audit_entry set network = '10.0.0.0/24', changes = null`)).rejects.toThrow('insert-only');
  await expect(by('delete from audit_entry')).rejects.toThrow('insert-only');
  await expect(api.database.query('truncate audit_entry')).rejects.toThrow();
  await by('update audit_entry set network = null, changes = null');

  expect(await entries('kept')).toMatchObject([{ actor: 'operator:op_x', network: null, changes: null }]);
});

test('each is linked into the chain', async () => {
  await audit(somebody(), { ...deed, action: 'linked' });
  const [entry] = await entries('linked');

  const link = `select kind from chain_entry where subject_id = $1`;
  await expect.poll(() => api.database.query(link, [entry!.id])).toEqual([{ kind: 'AUDIT_ENTRY' }]);
});
