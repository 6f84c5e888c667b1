import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bootstrap, mayBootstrapDecideNow } from '../../src/operators/bootstrap.ts';
import { mayPersonDecideNow } from '../../src/operators/decide-permission.ts';
import { person } from '../../src/operators/operator.principal.ts';
import { CredentialKind, permissionsOf } from '../../src/platform/auth/principal.ts';
import { type Api, startApi } from '../support/api.ts';
import { accountsOf, changeOperators } from '../support/operator-codes.ts';
import { type SignedIn, signedIn } from '../support/people.ts';
import { changeRoles, disable, issue, mutate } from './staff-support.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

const bySession = ({ operatorId, sessionId }: SignedIn) =>
  person(operatorId, permissionsOf(['APPROVER']), { kind: CredentialKind.SESSION, id: sessionId });
const byToken = ({ operatorId }: SignedIn, id: string) =>
  person(operatorId, permissionsOf(['APPROVER']), { kind: CredentialKind.BEARER, id });

/** On a connection of its own; `meanwhile` is begun while the transaction of the decision is open. */
async function decide(principal: ReturnType<typeof bySession>, meanwhile?: () => Promise<unknown>) {
  const { orm } = api.services.platform.database;
  let begun: Promise<unknown> | undefined;
  const may = await orm.em.fork().transactional(async (em) => {
    const answer = await mayPersonDecideNow(em, accountsOf(api), principal);
    begun = meanwhile?.();
    // It has to wait for the lock before the transaction is let go on.
    if (begun) await expect.poll(waiting).toBeGreaterThan(0);
    return answer;
  });
  await begun;
  return may;
}

async function waiting(): Promise<number> {
  const [row] = await api.database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%operator%'`,
  );
  return row!.count;
}

test('an approver decides, and who disables them at that moment waits for it and comes after', async () => {
  const approver = await signedIn(api, { roles: ['APPROVER'] });

  expect(await decide(bySession(approver), () => disable(api, approver.operatorId))).toBe(true);

  expect(await decide(bySession(approver))).toBe(false);
});

test('so does who takes the role away', async () => {
  const approver = await signedIn(api, { roles: ['APPROVER'] });
  const take = () => changeRoles(api, { operatorId: approver.operatorId, roles: ['AUDITOR'] });

  expect(await decide(bySession(approver), take)).toBe(true);

  expect(await decide(bySession(approver))).toBe(false);
});

test('so does who revokes the token', async () => {
  const approver = await signedIn(api, { roles: ['APPROVER'] });
  const { operatorToken } = await issue(api, { scopes: ['approvals:decide', 'own-account:manage'] }, approver.as);
  const revoke = () => mutate(api, 'revokeOperatorToken', { operatorTokenId: operatorToken.id }, '');

  expect(await decide(byToken(approver, operatorToken.id), revoke)).toBe(true);

  expect(await decide(byToken(approver, operatorToken.id))).toBe(false);
});

test('a session that is over, a token without the scope and what is of somebody else decide nothing', async () => {
  const [approver, another] = [
    await signedIn(api, { roles: ['APPROVER'] }),
    await signedIn(api, { roles: ['APPROVER'] }),
  ];
  const { operatorToken } = await issue(api, { scopes: ['approvals:read'] }, approver.as);

  expect(await decide(byToken(approver, operatorToken.id))).toBe(false);
  expect(await decide(bySession({ ...approver, sessionId: another.sessionId }))).toBe(false);
  await changeOperators(api, 'update operator_session set expires_at = now() where id = $1', [approver.sessionId]);
  expect(await decide(bySession(approver))).toBe(false);
});

test('the admin token decides until an operator may, and again when none is left', async () => {
  const { database } = api.services.platform;
  await changeOperators(api, 'update operator set disabled_at = now()');
  await signedIn(api, { roles: ['AUDITOR', 'EDITOR'] });
  const bootstrap = new Bootstrap(database, accountsOf(api));
  const now = () => mayBootstrapDecideNow(database.orm.em.fork(), accountsOf(api));
  expect([await bootstrap.mayDecide(), await now()]).toEqual([true, true]);

  const approver = await signedIn(api, { roles: ['APPROVER'] });

  expect(await now()).toBe(false);
  bootstrap.forget();
  expect(await bootstrap.mayDecide()).toBe(false);
  await disable(api, approver.operatorId);
  bootstrap.forget();
  expect([await bootstrap.mayDecide(), await now()]).toEqual([true, true]);
});
