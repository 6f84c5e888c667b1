import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFirstOperator, newFirstOperatorToken, newResetToken } from '../../src/operators/links.ts';
import { newToken } from '../../src/platform/auth/token.ts';
import { digestOf } from '../../src/platform/encryption/secrets.ts';
import { newId } from '../../src/platform/ids.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { accountsOf } from '../support/operator-codes.ts';
import { postForm, signedIn } from '../support/people.ts';

const password = 'difference engine no. 2';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('delete from limit_use'));

async function insertLink(kind: 'BEGIN' | 'RESET', operatorId: string | null, one = api): Promise<string> {
  const token = newToken('imol_');
  await one.database.query(
    `insert into operator_link (id, kind, token_digest, operator_id, makes_admin, expires_at)
     values ($1, $2, $3, $4, true, now() + interval '1 day')`,
    [newId('operatorLink'), kind, digestOf(token), operatorId],
  );
  return token;
}

/** No link leads to a session. */
async function expectNothing(answer: Promise<Response>): Promise<void> {
  const { status, headers } = await answer;
  expect(status).toBe(404);
  expect(headers.getSetCookie()).toEqual([]);
}

describe('a link to set a password that was written into the database', () => {
  test('leads nowhere', async () => {
    const { operatorId } = await signedIn(api, { roles: ['ADMIN'] });
    const token = await insertLink('RESET', operatorId);

    await expectNothing(api.fetch(`/admin/reset/${token}`));
    await expectNothing(postForm(api, `/admin/reset/${token}`, { password }));
  });

  test.each([
    ['moved to another operator', 'operator_id = $2'],
    ['made to give the role ADMIN', 'makes_admin = true'],
    ['given more time', `expires_at = now() + interval '1 year'`],
  ])('leads nowhere when it was %s', async (_, change) => {
    const mallory = await signedIn(api, { roles: ['AUDITOR'] });
    const { operatorId } = await signedIn(api, { roles: ['ADMIN'] });
    const link = await newResetToken(contextOn(api.services.platform.database), accountsOf(api), mallory.email);
    const { token } = link as { token: string };
    await api.database.query(`update operator_link set ${change} where token_digest = $1 and $2::text is not null`, [
      digestOf(token),
      operatorId,
    ]);

    await expectNothing(postForm(api, `/admin/reset/${token}`, { password }));
  });

  test('doesn’t set the password of an account that was changed', async () => {
    const { operatorId, email } = await signedIn(api, { roles: ['AUDITOR'] });
    const link = await newResetToken(contextOn(api.services.platform.database), accountsOf(api), email);
    await api.database.query(`update operator set roles = '{ADMIN}' where id = $1`, [operatorId]);

    const answer = await postForm(api, `/admin/reset/${(link as { token: string }).token}`, { password });

    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    expect(await api.database.query('select from operator_account where operator_id = $1', [operatorId])).toEqual([]);
  });
});

test('a sign-up link that was written into the database makes no first operator', async () => {
  const empty = await startApi({ works: false });
  const ctx = contextOn(empty.services.platform.database);
  const accounts = accountsOf(empty);
  const person = { name: 'Eve', email: 'eve@example.org', passwordHash: 'x' };
  const forged = await insertLink('BEGIN', null, empty);
  await expectNothing(empty.fetch(`/admin/begin/${forged}`));
  expect(await createFirstOperator(ctx, accounts, forged, person)).toBeNull();

  const token = await newFirstOperatorToken(ctx, accounts, 'ada@example.org');
  await empty.database.query(`update operator_link set email = 'eve@example.org'`);

  expect(await createFirstOperator(ctx, accounts, token!, person)).toBeNull();
  expect(await empty.database.query('select from operator')).toEqual([]);
});
