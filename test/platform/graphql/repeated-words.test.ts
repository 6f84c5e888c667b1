import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '../../../src/platform/auth/token.ts';
import { type Api, startApi } from '../../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

const SET = 'mutation ($input: SetProviderKeyInput!) { setProviderKey(input: $input) { __typename } }';
const TOKEN = newToken('imck_');
const PASSWORD = 'a "word" & <two>';

test.each([
  ['in a document that cannot be read', `{ me { actor } } ${TOKEN}`, {}],
  ['as a field', `{ ${TOKEN} }`, {}],
  ['as text in the wrong place', `{ me { actor } } ${JSON.stringify(PASSWORD)}`, {}],
  ['as an enum', SET, { input: { provider: PASSWORD, key: 'x' } }],
  ['as an enum that could be a name', SET, { input: { provider: TOKEN, key: 'x' } }],
  ['as a member', SET, { input: { provider: 'OPENAI', key: 'x', [TOKEN]: 1 } }],
  ['in a list', SET, { input: { provider: 'OPENAI', key: [PASSWORD] } }],
])('a secret %s is not repeated', async (_, query, variables) => {
  const { errors } = await api.graphql(query, { as: 'operator', variables });

  expect(errors).not.toHaveLength(0);
  expect(JSON.stringify(errors)).not.toContain(TOKEN.slice(5, 17));
  expect(JSON.stringify(errors)).not.toMatch(/<two>/);
});

test('a name is repeated, so that whoever mistyped it sees which', async () => {
  const field = await api.graphql('{ madeUpName }');
  const member = await api.graphql(SET, { as: 'operator', variables: { input: { provider: 'OPENAI', kee: 'x' } } });

  expect(field.errors?.[0]?.message).toContain('"madeUpName"');
  expect(member.errors?.[0]?.message).toContain('"kee"');
});
