import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { agentOf } from '../../support/agents.ts';
import { type Api, type Credential, startApi } from '../../support/api.ts';
import { signedIn } from '../../support/people.ts';
import { statementsOf } from '../../support/statements.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

const ALL = `{ viewer { kind actor onBehalfOf name roles permissions approvalsWaiting
  credential { kind expiresAt confirmedAt issuedBy } self { __typename id } sessions { isCurrent } renders { totalCount } } }`;

async function viewer(as?: Credential) {
  const { data, errors } = await api.graphql(ALL, { as });
  expect(errors).toBeUndefined();
  return data.viewer;
}

const yearsFromNow = (time: string) => (Date.parse(time) - Date.now()) / (365 * 86_400_000);

describe('who asks', () => {
  test('is null for a stranger', async () => {
    expect(await viewer()).toBeNull();
  });

  test('is the admin token, which belongs to no stored person', async () => {
    expect(await viewer('operator')).toMatchObject({
      kind: 'OPERATOR',
      actor: 'operator:admin',
      onBehalfOf: null,
      name: null,
      roles: ['ADMIN'],
      self: null,
      approvalsWaiting: 0,
      sessions: [],
      renders: { totalCount: 0 },
      permissions: expect.arrayContaining(['assets:write', 'settings:manage']),
      credential: { kind: 'BEARER', expiresAt: null, confirmedAt: null, issuedBy: null },
    });
  });

  test('is a person who has signed in', async () => {
    const { as, operatorId } = await signedIn(api, { roles: ['EDITOR', 'APPROVER'] });

    expect(await viewer(as)).toMatchObject({
      kind: 'OPERATOR',
      actor: `operator:${operatorId}`,
      name: expect.any(String),
      approvalsWaiting: 0,
      roles: ['EDITOR', 'APPROVER'],
      self: { __typename: 'Operator', id: operatorId },
      credential: { kind: 'SESSION', expiresAt: expect.any(String) },
      sessions: [{ isCurrent: true }],
    });
  });

  test('is a customer, who decides nothing', async () => {
    const { as, customer } = await customerWithKey(api);

    const its = await viewer(as);

    expect(its).toMatchObject({
      kind: 'CUSTOMER',
      actor: `customer:${customer.id}`,
      roles: ['CUSTOMER'],
      approvalsWaiting: null,
      name: expect.any(String),
      self: { __typename: 'Customer', id: customer.id },
      sessions: [],
      permissions: expect.arrayContaining(['renders:read']),
    });
    expect(yearsFromNow(its.credential.expiresAt)).toBeCloseTo(1, 1);
  });

  test('is an agent, on behalf of its owner', async () => {
    const { as, agentId } = await agentOf(api);

    expect(await viewer(as)).toMatchObject({
      kind: 'AGENT',
      actor: `agent:${agentId}`,
      onBehalfOf: 'operator:admin',
      roles: ['AGENT'],
      self: { __typename: 'Agent', id: agentId },
      credential: { kind: 'BEARER', expiresAt: expect.any(String) },
    });
  });

  test('is an integration, of which no more is known', async () => {
    expect(await viewer('integration')).toMatchObject({
      kind: 'INTEGRATION',
      name: null,
      roles: ['INTEGRATION'],
      self: null,
      sessions: [],
      credential: { kind: 'BEARER', expiresAt: null },
    });
  });

  test('is a partner, by the link', async () => {
    const { data } = await api.graphql(
      `mutation { issuePartnerLink(input: { partnerName: "Agency", lifetimeDays: 10 }) {
        ... on IssuedPartnerLink { secret partnerLink { expiresAt partner { id } } } } }`,
      { as: 'operator' },
    );
    const { secret, partnerLink } = data.issuePartnerLink;

    expect(await viewer({ bearer: secret })).toMatchObject({
      kind: 'PARTNER',
      name: 'Agency',
      roles: ['PARTNER'],
      permissions: ['media-desk:read'],
      self: { __typename: 'Partner', id: partnerLink.partner.id },
      credential: { kind: 'LINK', expiresAt: partnerLink.expiresAt },
    });
  });

  test('takes no statement where nothing is asked that has to be looked up, and one for all of it', async () => {
    const { as } = await signedIn(api, { roles: ['EDITOR'] });
    const counted = async (fields: string) => {
      await api.graphql(`{ viewer { ${fields} } }`, { as });
      return (await statementsOf(api, '/graphql', () => api.graphql(`{ viewer { ${fields} } }`, { as }))).statements;
    };

    const bare = await counted('kind actor permissions credential { kind }');

    expect(await counted('kind name roles credential { expiresAt }')).toBeLessThanOrEqual(bare + 1);
  });
});

test('shows an operator their own renders and nobody else’s, though they may see everybody’s', async () => {
  const request = (prompt: string, as: Credential) =>
    api.graphql(
      `mutation { requestRender(input: { prompt: "${prompt}", waitSeconds: 0 }) { ... on RequestedRender { render { id } } } }`,
      { as },
    );
  const { as } = await signedIn(api, { roles: ['EDITOR'] });
  const own = (await request('sea at dawn', as)).data.requestRender.render.id;
  await request('mountains at night', 'integration');

  const { data } = await api.graphql('{ viewer { renders { nodes { id prompt } } } renders { totalCount } }', { as });

  expect(data.viewer.renders.nodes).toEqual([{ id: own, prompt: 'sea at dawn' }]);
  expect(data.renders.totalCount).toBeGreaterThan(1);
});
