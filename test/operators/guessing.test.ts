import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newFirstOperatorToken, newResetToken } from '../../src/operators/links.ts';
import { PasswordHashes } from '../../src/operators/sign-in/password-hash.ts';
import { newToken } from '../../src/platform/auth/token.ts';
import { customerWithKey, revokeKey } from '../customers/graph.ts';
import { stored } from '../rest/support.ts';
import { agentOf, mutateAgents } from '../support/agents.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { accountsOf } from '../support/operator-codes.ts';
import { postForm, signedIn } from '../support/people.ts';
import { statementsOf } from '../support/statements.ts';
import { issue, mutate } from './staff-support.ts';

const PASSWORD = 'difference engine no. 2';

let api: Api;
/** Where nobody has begun yet. */
let fresh: Api;
beforeAll(async () => {
  api = await startApi({ works: false, env: { TRUST_PROXY: '1' } });
  mkdirSync(join(api.dataDir, 'blobs'), { recursive: true });
  fresh = await startApi({ works: false, env: { TRUST_PROXY: '1' } });
});
afterAll(() => Promise.all([api.stop(), fresh.stop()]));

let lastNetwork = 0;
/** A network that nothing has come from yet. */
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${++lastNetwork}` });

describe.each<[string, () => Promise<{ right: string; over: string }>]>([
  [
    'imop_',
    async () => {
      const { as } = await signedIn(api, { roles: ['ADMIN'] });
      const [right, over] = [await issue(api, {}, as), await issue(api, {}, as)];
      const input = { operatorTokenId: over.operatorToken.id };
      await mutate(api, 'revokeOperatorToken', input, '... on RevokedOperatorToken { __typename }', as);
      return { right: right.token, over: over.token };
    },
  ],
  [
    'imak_',
    async () => {
      const [right, over] = [await agentOf(api), await agentOf(api)];
      await mutateAgents(api, 'revokeAgentKey', { agentKeyId: over.keyId });
      return { right: right.as.bearer, over: over.as.bearer };
    },
  ],
  [
    'imck_',
    async () => {
      const [right, over] = [await customerWithKey(api), await customerWithKey(api)];
      await revokeKey(api, over.key.id);
      return { right: right.token, over: over.token };
    },
  ],
])('tokens that begin with %s', (prefix, made) => {
  const show = (token: string, headers: Record<string, string>) =>
    api.json('/graphql', { as: { bearer: token }, headers, body: { query: '{ me { kind } }' } });

  /** What an answer tells of the token, and what it took to give it. */
  async function told(token: string) {
    const { result, statements } = await statementsOf(api, '/graphql', () => show(token, elsewhere()));
    const { requestId, ...extensions } = result.body.errors[0].extensions;
    return { status: result.status, extensions, message: result.body.errors[0].message, statements };
  }

  test('are told from each other by nothing where they are wrong: no answer, and no more work', async () => {
    const { over } = await made();

    const unknown = await told(newToken(prefix as 'imop_'));

    expect(unknown).toMatchObject({ status: 401, extensions: { code: 'UNAUTHENTICATED' } });
    expect(await told(over)).toEqual(unknown);
    // Two look for it: its own table, and the links of partners, which have no form of their own. One asks whether it expired.
    expect(unknown.statements).toBeLessThanOrEqual(3);
    // The digits that check themselves are looked at first.
    expect((await told(`${prefix}${'x'.repeat(39)}`)).statements).toBeLessThan(unknown.statements);
  });

  test('are guessed in vain, which leaves nothing and locks nobody out', async () => {
    const { right } = await made();
    const guesser = elsewhere();
    await show(right, guesser);
    const before = await stored(api);

    const guesses = await Promise.all(Array.from({ length: 80 }, () => show(newToken(prefix as 'imop_'), guesser)));

    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
    expect(await stored(api)).toEqual(before);
    expect((await show(right, guesser)).status).toBe(200);
  });

  test('have more in them than anybody guesses', () => {
    const digits = new Set(Array.from({ length: 200 }, () => newToken(prefix as 'imop_').slice(prefix.length)));

    expect(digits.size).toBe(200);
    // 33 of 62 digits by chance are 196 bits; the others check them.
    for (const one of digits) expect(one).toMatch(/^[0-9A-Za-z]{39}$/);
  });
});

describe.each<[string, () => Api, () => Promise<{ right: string; over: string }>]>([
  [
    '/admin/begin',
    () => fresh,
    async () => {
      const ctx = contextOn(fresh.services.platform.database);
      const over = await newFirstOperatorToken(ctx, accountsOf(fresh), null);
      return { right: (await newFirstOperatorToken(ctx, accountsOf(fresh), null))!, over: over! };
    },
  ],
  [
    '/admin/reset',
    () => api,
    async () => {
      const { email } = await signedIn(api, { roles: ['EDITOR'] });
      const next = async () =>
        ((await newResetToken(contextOn(api.services.platform.database), accountsOf(api), email)) as { token: string })
          .token;
      const over = await next();
      return { right: await next(), over };
    },
  ],
  [
    '/admin/invitations',
    () => api,
    async () => {
      const email = `gwen-${++lastNetwork}@example.org`;
      const next = async () => {
        const invited = await mutate(
          api,
          'inviteOperator',
          { email, roles: ['AUDITOR'] },
          '... on InvitedOperator { link }',
        );
        return invited.link.split('/').at(-1) as string;
      };
      const over = await next();
      return { right: await next(), over };
    },
  ],
])('links below %s', (below, service, made) => {
  const FIELDS = { name: 'Eve', email: 'eve@example.org', password: PASSWORD };

  test('are guessed sixty times from one network, which keeps no other and no right one out', async () => {
    const { right } = await made();
    const guesser = elsewhere();
    const guess = () => service().fetch(`${below}/${newToken('imol_')}`, { headers: guesser });

    const guesses = await Promise.all(Array.from({ length: 70 }, guess));

    expect(guesses.filter(({ status }) => status === 404)).toHaveLength(60);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await service().fetch(`${below}/${right}`, { headers: guesser })).status).toBe(200);
    expect((await service().fetch(`${below}/${newToken('imol_')}`, { headers: elsewhere() })).status).toBe(404);
  });

  test('that are over are told from unknown ones by nothing, and no password is hashed for either', async () => {
    const { over } = await made();
    const hashed = vi.spyOn(PasswordHashes.prototype, 'hash');
    onTestFinished(() => void vi.restoreAllMocks());
    const told = async (token: string) => {
      const looked = await statementsOf(service(), `${below}/:token`, () =>
        service().fetch(`${below}/${token}`, { headers: elsewhere() }),
      );
      const sent = await statementsOf(service(), `${below}/:token`, () =>
        postForm(service(), `${below}/${token}`, FIELDS, elsewhere()),
      );
      const page = async (answer: Response) =>
        (await answer.text()).replaceAll(token, '…').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
      return {
        pages: [await page(looked.result), await page(sent.result)],
        statuses: [looked.result.status, sent.result.status],
        statements: [looked.statements, sent.statements],
      };
    };

    const unknown = await told(newToken('imol_'));

    expect(unknown.statuses).toEqual([404, 404]);
    expect(await told(over)).toEqual(unknown);
    expect(hashed).not.toHaveBeenCalled();
  });
});
