import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Credential, startApi } from '../support/api.ts';

let api: Api;
let partner: { bearer: string };
beforeAll(async () => {
  api = await startApi({ works: false });
  for (const name of ['Beta', 'alpha', 'Gamma']) {
    const { data } = await api.graphql(
      `mutation { issuePartnerToken(input: { partnerName: "${name}" }) { ... on IssuedPartnerToken { secret partnerToken { id } } } }`,
      { as: 'operator' },
    );
    const { secret, partnerToken } = data.issuePartnerToken;
    if (name === 'Beta') partner = { bearer: secret };
    if (name === 'Gamma') {
      await api.graphql(
        `mutation { revokePartnerToken(input: { partnerTokenId: "${partnerToken.id}" }) { __typename } }`,
        { as: 'operator' },
      );
    }
  }
  await api.graphql('{ mediaDesk { partner { id } } }', { as: partner });
});
afterAll(() => api.stop());

async function names(args: string, as: Credential = 'operator'): Promise<string[]> {
  const { data, errors } = await api.graphql(`{ partners${args && `(${args})`} { nodes { name } } }`, { as });
  expect(errors).toBeUndefined();
  return data.partners.nodes.map(({ name }: { name: string }) => name);
}

describe('partners', () => {
  test.each([
    ['', ['Gamma', 'alpha', 'Beta']],
    ['orderBy: { field: NAME, direction: ASC }', ['alpha', 'Beta', 'Gamma']],
    ['filter: { search: "A" }, orderBy: { field: NAME, direction: DESC }', ['Gamma', 'Beta', 'alpha']],
    ['filter: { search: "et" }', ['Beta']],
    ['filter: { search: "%" }', []],
    ['filter: { hasWorkingToken: true }', ['alpha', 'Beta']],
    ['filter: { hasWorkingToken: false }', ['Gamma']],
    ['filter: { createdBefore: "2026-01-01T00:00:00Z" }', []],
    ['last: 1', ['Beta']],
  ])('(%s)', async (args, expected) => {
    expect(await names(args)).toEqual(expected);
  });

  test('come with their links: when they were used last, and whether they are withdrawn', async () => {
    const { data, errors } = await api.graphql(
      '{ partners { nodes { name tokens { hint lastUsedAt revokedAt expiresAt partner { name } } } } }',
      { as: 'operator' },
    );

    expect(errors).toBeUndefined();
    const [gamma, alpha, beta] = data.partners.nodes;
    expect(gamma.tokens).toMatchObject([{ revokedAt: expect.any(String), partner: { name: 'Gamma' } }]);
    expect(alpha.tokens).toMatchObject([{ revokedAt: null, lastUsedAt: null }]);
    expect(beta.tokens).toMatchObject([{ revokedAt: null, lastUsedAt: expect.any(String) }]);
  });

  test.each([
    ['an integration', () => 'integration' as const],
    ['a partner', () => partner],
  ])('are not shown to %s', async (_name, as) => {
    const { errors } = await api.graphql('{ partners { totalCount } }', { as: as() });

    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  test('do not see their own links', async () => {
    const { errors } = await api.graphql('{ mediaDesk { partner { name tokens { hint } } } }', { as: partner });

    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  test('too long a search is refused', async () => {
    const { errors } = await api.graphql(`{ partners(filter: { search: "${'x'.repeat(201)}" }) { totalCount } }`, {
      as: 'operator',
    });

    expect(errors?.[0]?.message).toBe('At most 200 characters are looked for.');
  });
});
