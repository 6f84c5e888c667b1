import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Credential, startApi } from '../support/api.ts';

let api: Api;
let partner: { bearer: string };
beforeAll(async () => {
  api = await startApi({ works: false });
  for (const name of ['Beta', 'alpha', 'Gamma']) {
    const { data } = await api.graphql(
      `mutation { issuePartnerLink(input: { partnerName: "${name}" }) { ... on IssuedPartnerLink { secret partnerLink { id } } } }`,
      { as: 'operator' },
    );
    const { secret, partnerLink } = data.issuePartnerLink;
    if (name === 'Beta') partner = { bearer: secret };
    if (name === 'Gamma') {
      await api.graphql(
        `mutation { revokePartnerLink(input: { partnerLinkId: "${partnerLink.id}" }) { __typename } }`,
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
    ['filter: { hasValidLink: true }', ['alpha', 'Beta']],
    ['filter: { hasValidLink: false }', ['Gamma']],
    ['filter: { createdBefore: "2026-01-01T00:00:00Z" }', []],
    ['last: 1', ['Beta']],
  ])('(%s)', async (args, expected) => {
    expect(await names(args)).toEqual(expected);
  });

  test('come with their links: when they were used last, and whether they are withdrawn', async () => {
    const { data, errors } = await api.graphql(
      '{ partners { nodes { name links { hint lastUsedAt revokedAt expiresAt partner { name } } } } }',
      { as: 'operator' },
    );

    expect(errors).toBeUndefined();
    const [gamma, alpha, beta] = data.partners.nodes;
    expect(gamma.links).toMatchObject([{ revokedAt: expect.any(String), partner: { name: 'Gamma' } }]);
    expect(alpha.links).toMatchObject([{ revokedAt: null, lastUsedAt: null }]);
    expect(beta.links).toMatchObject([{ revokedAt: null, lastUsedAt: expect.any(String) }]);
  });

  test('stay where their links are refused, which are null beside the error', async () => {
    const { data, errors } = await api.graphql('{ mediaDesk { partner { name links { hint } } } }', { as: partner });

    expect(data.mediaDesk.partner).toEqual({ name: 'Beta', links: null });
    expect(errors).toMatchObject([{ path: ['mediaDesk', 'partner', 'links'], extensions: { code: 'FORBIDDEN' } }]);
  });

  test.each([
    ['an integration', () => 'integration' as const],
    ['a partner', () => partner],
  ])('are not shown to %s', async (_name, as) => {
    const { errors } = await api.graphql('{ partners { totalCount } }', { as: as() });

    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  test('do not see their own links', async () => {
    const { errors } = await api.graphql('{ mediaDesk { partner { name links { hint } } } }', { as: partner });

    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  test('too long a search is refused', async () => {
    const { errors } = await api.graphql(`{ partners(filter: { search: "${'x'.repeat(201)}" }) { totalCount } }`, {
      as: 'operator',
    });

    expect(errors?.[0]?.message).toBe('The search text has 201 characters. The maximum is 200.');
  });
});

describe('the links of partners', () => {
  const links = async (args: string) => {
    const query = `{ partnerLinks${args && `(${args})`} { totalCount nodes { partner { name } } } }`;
    const { data, errors } = await api.graphql(query, { as: 'operator' });
    expect(errors).toBeUndefined();
    return data.partnerLinks.nodes.map((node: { partner: { name: string } }) => node.partner.name);
  };

  test.each([
    ['', ['Gamma', 'alpha', 'Beta']],
    ['last: 2', ['alpha', 'Beta']],
    ['first: 1, orderBy: { field: LAST_USED_AT }', ['Beta']],
    ['orderBy: { field: EXPIRES_AT, direction: ASC }', ['Beta', 'alpha', 'Gamma']],
    ['filter: { isValid: true }', ['alpha', 'Beta']],
    ['filter: { isValid: false }', ['Gamma']],
    ['filter: { createdBefore: "2026-01-01T00:00:00Z" }', []],
  ])('(%s)', async (args, expected) => {
    expect(await links(args)).toEqual(expected);
  });

  test('of one partner, page by page in either direction', async () => {
    const { data } = await api.graphql('{ partners(filter: { search: "Beta" }) { nodes { id } } }', { as: 'operator' });
    for (let n = 0; n < 3; n++) {
      await api.graphql('mutation { issuePartnerLink(input: { partnerName: "Beta" }) { __typename } }', {
        as: 'operator',
      });
    }
    const which = `filter: { partnerId: ["${data.partners.nodes[0].id}"] }`;
    const page = async (args: string) =>
      (
        await api.graphql(
          `{ partnerLinks(${args}, ${which}) { totalCount nodes { id }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
          { as: 'operator' },
        )
      ).data.partnerLinks;

    const first = await page('first: 2');
    const second = await page(`first: 2, after: "${first.pageInfo.endCursor}"`);
    const back = await page(`last: 2, before: "${second.pageInfo.startCursor}"`);

    expect([first.totalCount, first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([4, true, false]);
    expect(back.nodes).toEqual(first.nodes);
  });
});
