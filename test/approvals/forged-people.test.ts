import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newToken } from '../../src/platform/auth/token.ts';
import { digestOf } from '../../src/platform/encryption/secrets.ts';
import { newId } from '../../src/platform/ids.ts';
import { customerWithKey } from '../customers/graph.ts';
import { changeRoles, disable, enable, issue, mutate } from '../operators/staff-support.ts';
import type { Credential } from '../support/api.ts';
import { findingsOf } from '../support/findings.ts';
import { postForm, type SignedIn, sessionOf, signedIn, withPasskey, withPassword } from '../support/people.ts';
import { type Office, startOffice } from './support.ts';

/** By how much the service believes that more time has passed, so that it reads sessions anew. */
let laterMs = 0;
let office: Office;
let asker: Credential;
/** An approver. */
let ada: SignedIn;
/** Someone with a session of their own, who can write SQL. */
let mallory: SignedIn;
let id: string;
let sha256: string;
beforeAll(async () => {
  const clock = { now: () => new Date(), elapsedMs: () => performance.now() + laterMs };
  office = await startOffice({ clock });
  asker = (await customerWithKey(office)).as;
});
afterAll(() => office.stop());
beforeEach(async () => {
  ada = await signedIn(office, { roles: ['APPROVER'] });
  mallory = await signedIn(office, { roles: ['AUDITOR'] });
  const held = await office.held(asker);
  id = held.approvalId;
  ({ sha256 } = await office.approval(id));
});

async function forge(text: string, ...values: unknown[]): Promise<void> {
  await office.database.query(text, values);
  laterMs += 1_000;
}

/** What becomes of an approval by this caller. */
async function approveBy(as: Credential): Promise<string> {
  const { data, errors } = await office.graphql(
    `mutation ($id: ID!, $sha256: Sha256!) { approve(input: { approvalId: $id, sha256: $sha256 }) {
       __typename ... on DecisionRefused { obstacle } ... on Problem { code } } }`,
    { as, variables: { id, sha256 } },
  );
  const { __typename, code, obstacle } = data?.approve ?? {};
  return errors?.[0]?.extensions.code ?? obstacle ?? code ?? __typename;
}

async function expectNoDecision(as: Credential, code: string): Promise<void> {
  expect(await approveBy(as)).toBe(code);
  expect((await office.approval(id)).state).toBe('PENDING');
}

async function findings(rowId: string): Promise<string[]> {
  const found = await findingsOf(office, 'operators');
  return found.filter(({ rows }) => rows.some((row) => row.endsWith(` ${rowId}`))).map(({ kind }) => kind);
}

test('an approver decides, and integrity finds nothing', async () => {
  expect(await approveBy(ada.as)).toBe('ApprovedRequest');
  expect([...(await findings(ada.operatorId)), ...(await findings(ada.sessionId))]).toEqual([]);
});

describe('a session gives no decision', () => {
  test('that was moved to an approver', async () => {
    const logged = vi.spyOn(office.services.platform.logger, 'warn');
    await forge('update operator_session set operator_id = $2 where id = $1', mallory.sessionId, ada.operatorId);

    await expectNoDecision(mallory.as, 'UNAUTHENTICATED');
    expect(logged).toHaveBeenCalledWith({ kind: 'session', id: mallory.sessionId }, expect.any(String));
    expect(await findings(mallory.sessionId)).toEqual(['CREDENTIAL_CHANGED']);
  });

  test('that was moved to an approver with the code of the approver’s session', async () => {
    await forge(
      `update operator_session mine set operator_id = theirs.operator_id, authentication_code = theirs.authentication_code
       from operator_session theirs where mine.id = $1 and theirs.id = $2`,
      mallory.sessionId,
      ada.sessionId,
    );

    await expectNoDecision(mallory.as, 'UNAUTHENTICATED');
  });

  test('of an approver that got the token of another session', async () => {
    const [mine] = await office.database.query<{ token_digest: string }>(
      'delete from operator_session where id = $1 returning token_digest',
      [mallory.sessionId],
    );
    await forge('update operator_session set token_digest = $2 where id = $1', ada.sessionId, mine!.token_digest);

    await expectNoDecision(mallory.as, 'UNAUTHENTICATED');
  });

  test('that was inserted', async () => {
    await forge(
      `with mine as (delete from operator_session where id = $1 returning *)
       insert into operator_session (id, operator_id, token_digest, confirmed_at, created_at, updated_at, expires_at)
       select $2, $3, token_digest, now(), now(), now(), expires_at from mine`,
      mallory.sessionId,
      newId('operatorSession'),
      ada.operatorId,
    );

    await expectNoDecision(mallory.as, 'UNAUTHENTICATED');
  });

  test.each([
    ['has ended', `expires_at = now() + interval '1 year'`],
    ['wasn’t confirmed', 'confirmed_at = now()'],
  ])('that %s, and was set as if not', async (_, change) => {
    const { as, sessionId } = await sessionOf(office, ada.operatorId, null);
    await forge(`update operator_session set ${change} where id = $1`, sessionId);

    await expectNoDecision(as, 'UNAUTHENTICATED');
  });
});

describe('an account gives no decision', () => {
  test('that got a role', async () => {
    await forge(`update operator set roles = '{ADMIN}' where id = $1`, mallory.operatorId);

    await expectNoDecision(mallory.as, 'ACCOUNT_NOT_PROVEN');
    expect(await findings(mallory.operatorId)).toEqual(['OPERATOR_CHANGED']);
  });

  test('that got the role and the code of an approver', async () => {
    await forge(
      `update operator mine set roles = theirs.roles, authentication_code = theirs.authentication_code
       from operator theirs where mine.id = $1 and theirs.id = $2`,
      mallory.operatorId,
      ada.operatorId,
    );

    await expectNoDecision(mallory.as, 'ACCOUNT_NOT_PROVEN');
  });

  test('that got a role and lost its code', async () => {
    await forge(`update operator set roles = '{ADMIN}', authentication_code = null where id = $1`, mallory.operatorId);

    await expectNoDecision(mallory.as, 'ACCOUNT_NOT_PROVEN');
  });

  test('whose role the service has taken away, and someone else has given back', async () => {
    await changeRoles(office, { operatorId: ada.operatorId, roles: ['AUDITOR'] });
    await forge(`update operator set roles = '{APPROVER}' where id = $1`, ada.operatorId);

    await expectNoDecision(ada.as, 'ACCOUNT_NOT_PROVEN');
  });

  test('that the service has disabled, and someone else has enabled', async () => {
    const { token } = await issue(office, { scopes: ['approvals:decide', 'approvals:read'] }, ada.as);
    await disable(office, ada.operatorId);
    await forge('update operator set disabled_at = null where id = $1', ada.operatorId);

    await expectNoDecision({ bearer: token }, 'ACCOUNT_NOT_PROVEN');
  });

  test('whose passkey or app was deleted', async () => {
    await withPasskey(office, ada.operatorId);
    await forge('delete from operator_passkey where operator_id = $1', ada.operatorId);

    await expectNoDecision(ada.as, 'ACCOUNT_NOT_PROVEN');
  });

  test('that was inserted with a password', async () => {
    const [operatorId, email] = [newId('operator'), 'eve@example.org'];
    await withPassword(office, mallory.operatorId, 'difference engine no. 2');
    await office.database.query(
      `insert into operator (id, name, email, roles, created_by, authentication_code)
       select $1, 'Eve', $2, '{APPROVER}', 'test', authentication_code from operator where id = $3`,
      [operatorId, email, ada.operatorId],
    );
    await forge(
      `insert into operator_account (id, operator_id, provider_id, account_id, password)
       select $1, $2, 'credential', $2, password from operator_account where operator_id = $3`,
      newId('operatorAccount'),
      operatorId,
      mallory.operatorId,
    );

    const { status, headers } = await postForm(office, '/admin/sign-in', {
      email,
      password: 'difference engine no. 2',
    });

    expect([status, headers.getSetCookie()]).toEqual([403, []]);
    expect(await office.database.query('select from operator_session where operator_id = $1', [operatorId])).toEqual(
      [],
    );
  });

  test('into which someone else’s password was put', async () => {
    await withPassword(office, mallory.operatorId, 'difference engine no. 2');
    await withPassword(office, ada.operatorId, 'difference engine no. 1');
    await forge(
      `update operator_account mine set password = theirs.password from operator_account theirs
       where mine.operator_id = $1 and theirs.operator_id = $2`,
      ada.operatorId,
      mallory.operatorId,
    );

    const answer = await postForm(office, '/admin/sign-in', { email: ada.email, password: 'difference engine no. 2' });

    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    expect(await answer.text()).toContain('admit-operator');
  });
});

describe('a token gives no decision', () => {
  test('that was inserted with a known secret', async () => {
    const bearer = newToken('imop_');
    await forge(
      `insert into operator_token (id, operator_id, name, token_hash, hint, scopes, issued_by, expires_at)
       values ($1, $2::text, 'forged', $3, 'imop_', '{approvals:decide,approvals:read}', 'operator:' || $2::text, now() + interval '1 day')`,
      newId('operatorToken'),
      ada.operatorId,
      digestOf(bearer),
    );

    await expectNoDecision({ bearer }, 'UNAUTHENTICATED');
  });

  test.each([
    ['got a scope', `scopes = '{approvals:decide,own-account:manage}'`],
    ['hides who issued it', `issued_by = 'operator:nobody', issuers = '{}'`],
    ['was moved to another operator', `operator_id = (select id from operator where roles = '{ADMIN}' limit 1)`],
  ])('that %s, and can’t be rotated into one', async (_, change) => {
    const { token, operatorToken } = await issue(office, { scopes: ['own-account:manage'] }, ada.as);
    await forge(`update operator_token set ${change} where id = $1`, operatorToken.id);

    await expectNoDecision({ bearer: token }, 'UNAUTHENTICATED');
    const rotated = await mutate(
      office,
      'rotateOperatorToken',
      { operatorTokenId: operatorToken.id },
      '... on RotatedOperatorToken { token }',
    );
    expect(rotated).toMatchObject({ code: 'CONFLICT' });
    expect(await findings(operatorToken.id)).toEqual(['CREDENTIAL_CHANGED']);
  });

  test('that was revoked, and then not', async () => {
    const { token, operatorToken } = await issue(office, { scopes: ['approvals:decide'] }, ada.as);
    await mutate(office, 'revokeOperatorToken', { operatorTokenId: operatorToken.id }, '');
    await forge('update operator_token set revoked_at = null where id = $1', operatorToken.id);

    await expectNoDecision({ bearer: token }, 'UNAUTHENTICATED');
  });
});

test('the admin token doesn’t decide when approvers lose their roles in the database', async () => {
  await forge(`update operator set roles = '{AUDITOR}'`);

  await expectNoDecision('operator', 'BOOTSTRAP_IS_OVER');

  await forge(`update operator set roles = '{APPROVER}' where id = $1`, ada.operatorId);
});

describe('a change by the service covers no row that someone else has written', () => {
  test('before the change, which is refused', async () => {
    await withPasskey(office, ada.operatorId);
    await forge(`update operator_passkey set public_key = '\\x01' where operator_id = $1`, ada.operatorId);

    const refused = await changeRoles(office, { operatorId: ada.operatorId, roles: ['ADMIN'] });

    expect(refused).toMatchObject({ code: 'ACCOUNT_NOT_PROVEN' });
  });

  test('during the change, by a trigger', async () => {
    await office.database.query(
      `create function forge_passkey() returns trigger language plpgsql as $$ begin
         insert into operator_passkey (id, operator_id, credential_id, public_key, counter, transports, name, is_backed_up)
           values ('opk_' || new.id, new.id, new.id, '', 0, '{}', 'forged', false) on conflict do nothing;
         return new;
       end $$;
       create trigger forge_passkey after update of roles on operator for each row execute function forge_passkey()`,
    );
    try {
      await changeRoles(office, { operatorId: ada.operatorId, roles: ['ADMIN', 'APPROVER'] });
    } finally {
      await office.database.query('drop trigger forge_passkey on operator; drop function forge_passkey');
    }
    laterMs += 1_000;

    await expectNoDecision(ada.as, 'ACCOUNT_NOT_PROVEN');
  });
});

test('concurrent changes by the service leave an account that counts', async () => {
  const input = (roles: readonly string[]) => ({ operatorId: ada.operatorId, roles });
  await Promise.all([
    changeRoles(office, input(['APPROVER', 'AUDITOR'])),
    changeRoles(office, input(['APPROVER', 'EDITOR'])),
    issue(office, {}, ada.as),
    mutate(office, 'updateOwnPassword', { currentPassword: '', newPassword: 'difference engine no. 3' }, '', ada.as),
  ]);
  laterMs += 1_000;

  expect(await findings(ada.operatorId)).toEqual([]);
  expect(await approveBy(ada.as)).toBe('ApprovedRequest');
});

test('a state that is restored with its own code is named by integrity, since the audit trail has a later one', async () => {
  await enable(office, ada.operatorId);
  const [earlier] = await office.database.query<{ roles: string[]; version: number; authentication_code: Buffer }>(
    'select roles, version, authentication_code from operator where id = $1',
    [ada.operatorId],
  );
  await changeRoles(office, { operatorId: ada.operatorId, roles: ['AUDITOR'] });
  expect(await findings(ada.operatorId)).toEqual([]);

  const { roles, version, authentication_code } = earlier!;
  await forge(
    'update operator set roles = $2, version = $3, authentication_code = $4 where id = $1',
    ada.operatorId,
    roles,
    version,
    authentication_code,
  );

  expect(await findings(ada.operatorId)).toEqual(['OPERATOR_RESTORED']);
});
