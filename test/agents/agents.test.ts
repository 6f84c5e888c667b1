import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey, updateCustomer } from '../customers/graph.ts';
import { agentOf, mutateAgents } from '../support/agents.ts';
import { type Api, type Credential, startApi } from '../support/api.ts';
import { changeOperators } from '../support/operator-codes.ts';
import { signedIn } from '../support/people.ts';

let api: Api;
let customer: Awaited<ReturnType<typeof customerWithKey>>;
beforeAll(async () => {
  api = await startApi();
  customer = await customerWithKey(api);
});
afterAll(() => api.stop());

const ME = '{ myAgent { id owner keys { id hint lastUsedAt scopes } } }';
const codeOf = async (query: string, as: Credential) =>
  (await api.graphql(query, { as })).errors?.[0]?.extensions.code ?? null;

describe('an agent', () => {
  test('of a customer is known by its key, and acts for that customer', async () => {
    const { as, agentId, keyId } = await agentOf(api, customer.as);

    const { data } = await api.graphql(ME, { as });

    expect(data.myAgent).toEqual({
      id: agentId,
      owner: `customer:${customer.customer.id}`,
      keys: [{ id: keyId, hint: as.bearer.slice(0, 9), lastUsedAt: expect.any(String), scopes: expect.any(Array) }],
    });
  });

  test('tells when it was last used and how many of its keys work, alone and in lists', async () => {
    const { as, agentId, keyId } = await agentOf(api);
    const sums = async () => {
      const { data, errors } = await api.graphql(
        `query ($id: ID!, $ids: [ID!]!) { agent(id: $id) { lastUsedAt workingKeyCount }
           nodes(ids: $ids) { ... on Agent { lastUsedAt workingKeyCount } } agents { nodes { id lastUsedAt workingKeyCount } } }`,
        { as: 'operator', variables: { id: agentId, ids: [agentId] } },
      );
      expect(errors).toBeUndefined();
      expect(data.nodes).toEqual([data.agent]);
      expect(data.agents.nodes).toContainEqual({ id: agentId, ...data.agent });
      return data.agent;
    };
    expect(await sums()).toEqual({ lastUsedAt: null, workingKeyCount: 1 });
    await api.graphql(ME, { as });
    await api.graphql('mutation ($input: RevokeAgentKeyInput!) { revokeAgentKey(input: $input) { __typename } }', {
      as: 'operator',
      variables: { input: { agentKeyId: keyId } },
    });
    await expect.poll(sums).toEqual({ lastUsedAt: expect.any(String), workingKeyCount: 0 });
  });

  test('of a person is owned by whoever has made it', async () => {
    const { as } = await agentOf(api);

    expect((await api.graphql(ME, { as })).data.myAgent.owner).toBe('operator:admin');
  });

  test('runs a task that its customer pays for, and sees what it has run itself; the customer sees what all have', async () => {
    const [one, other] = [await agentOf(api, customer.as), await agentOf(api, customer.as)];
    const run = await api.json('/v1/chat/completions', {
      as: one.as,
      body: { model: 'fast-execution/field-extraction', messages: [{ role: 'user', content: 'Invoice 7' }] },
    });
    expect(run.status).toBe(200);

    const seen = async (as: Credential) =>
      (await api.graphql('{ runs { nodes { id requestedBy customerId } } }', { as })).data.runs.nodes;
    await expect.poll(async () => (await seen(one.as)).length).toBe(1);
    expect(await seen(one.as)).toEqual([
      { id: expect.any(String), requestedBy: one.actor, customerId: customer.customer.id },
    ]);
    expect(await seen(other.as)).toEqual([]);
    expect((await seen(customer.as)).map(({ requestedBy }: { requestedBy: string }) => requestedBy)).toContain(
      one.actor,
    );
  });

  test('draws a picture, which it sees and another agent of the same owner does not', async () => {
    const [one, other] = [await agentOf(api), await agentOf(api)];
    const { status, body } = await api.json('/api/integrations/cinema/render', {
      as: one.as,
      body: { prompt: 'calm sea at dawn', width: 256, height: 256, seed: 2 },
    });
    expect(status).toBe(200);

    const look = `/api/integrations/cinema/render/${body.render.id}`;
    expect((await api.json(look, { as: one.as })).status).toBe(200);
    expect((await api.json(look, { as: other.as })).status).toBe(404);
    expect((await api.json(look, { as: 'operator' })).status).toBe(200);

    const known = async (as: Credential, query: string) => (await api.graphql(query, { as })).data;
    const { runId } = (await known(one.as, `{ render(id: "${body.render.id}") { runId } }`)).render;
    const run = `{ run(id: "${runId}") { requestedBy } }`;
    await expect.poll(() => known(one.as, run)).toEqual({ run: { requestedBy: one.actor } });
    expect(await known(other.as, run)).toEqual({ run: null });
  });

  test('stops when it is disabled, and goes on when it is enabled', async () => {
    const { as, agentId } = await agentOf(api, customer.as);

    await mutateAgents(api, 'updateAgent', { agentId, isDisabled: true }, customer.as);
    expect(await codeOf(ME, as)).toBe('UNAUTHENTICATED');

    await mutateAgents(api, 'updateAgent', { agentId, isDisabled: false, name: 'Again' }, customer.as);
    expect(await codeOf(ME, as)).toBeNull();
  });

  test('stops with the person who owns it', async () => {
    const person = await signedIn(api, { roles: ['EDITOR'] });
    const { as } = await agentOf(api, person.as);
    // Another one's key: what was looked at is known for a second.
    expect(await codeOf(ME, (await agentOf(api, person.as)).as)).toBeNull();

    await changeOperators(api, 'update operator set disabled_at = now() where id = $1', [person.operatorId]);

    expect(await codeOf(ME, as)).toBe('UNAUTHENTICATED');
  });

  test('stops with its customer', async () => {
    const suspended = await customerWithKey(api);
    const { as } = await agentOf(api, suspended.as);

    await updateCustomer(api, { customerId: suspended.customer.id, isSuspended: true });

    expect(await codeOf(ME, as)).toBe('CUSTOMER_SUSPENDED');
  });

  test('is seen, changed and given keys by its owner and by staff, and by no other customer', async () => {
    const { agentId, keyId } = await agentOf(api, customer.as);
    const other = await customerWithKey(api);

    const lookUp = `{ agent(id: "${agentId}") { id } node(id: "${agentId}") { id } key: node(id: "${keyId}") { id } }`;
    expect((await api.graphql(lookUp, { as: other.as })).data).toEqual({ agent: null, node: null, key: null });
    expect((await api.graphql(lookUp, { as: customer.as })).data.agent.id).toBe(agentId);
    expect((await api.graphql(lookUp, { as: 'operator' })).data.key.id).toBe(keyId);
    for (const [name, input] of [
      ['updateAgent', { agentId, name: 'Mine' }],
      ['issueAgentKey', { agentId, name: 'Mine' }],
      ['revokeAgentKey', { agentKeyId: keyId }],
    ] as const) {
      expect((await mutateAgents(api, name, input, other.as)).code).toBe('NOT_FOUND');
    }
  });

  test('sees itself, and no other agent of its owner', async () => {
    const [one, other] = [await agentOf(api, customer.as), await agentOf(api, customer.as)];

    const { data } = await api.graphql(
      `{ own: node(id: "${one.agentId}") { id } other: node(id: "${other.agentId}") { id } key: node(id: "${other.keyId}") { id } }`,
      { as: one.as },
    );

    expect(data).toEqual({ own: { id: one.agentId }, other: null, key: null });
  });

  test('makes no agents, issues no keys and changes none', async () => {
    const { as, agentId, keyId } = await agentOf(api, customer.as);

    for (const [name, input] of [
      ['createAgent', { name: 'Another' }],
      ['updateAgent', { agentId, name: 'Other' }],
      ['issueAgentKey', { agentId, name: 'Other' }],
      ['revokeAgentKey', { agentKeyId: keyId }],
    ] as const) {
      expect((await mutateAgents(api, name, input, as)).code).toBe('FORBIDDEN');
    }
  });
});

describe('a key', () => {
  test('is one of several at once, and ends alone', async () => {
    const { as, agentId } = await agentOf(api, customer.as);
    const issued = await mutateAgents(api, 'issueAgentKey', { agentId, name: 'Second' }, customer.as);
    const second = { bearer: issued.token as string };
    expect(await codeOf(ME, second)).toBeNull();

    const { agentKey } = await mutateAgents(api, 'revokeAgentKey', { agentKeyId: issued.agentKey.id }, customer.as);

    expect(agentKey.revokedAt).toEqual(expect.any(String));
    expect(await codeOf(ME, second)).toBe('UNAUTHENTICATED');
    expect(await codeOf(ME, as)).toBeNull();
  });

  test('allows what its scopes name and nothing else', async () => {
    const { as } = await agentOf(api, customer.as, { scopes: ['agent:self'] });

    expect(await codeOf(ME, as)).toBeNull();
    expect(await codeOf('{ runs { totalCount } }', as)).toBe('FORBIDDEN');
  });

  test.each([
    ['a permission that no agent has', { scopes: ['approvals:decide'] }, '/scopes/0'],
    ['no permission at all', { scopes: [] }, '/scopes'],
  ])('is not issued for %s', async (_, wrong, pointer) => {
    const { agentId } = await agentOf(api, customer.as);

    const result = await mutateAgents(api, 'issueAgentKey', { agentId, name: 'Test', ...wrong }, customer.as);

    expect(result).toMatchObject({ code: 'INPUT_INVALID', issues: [{ pointer }] });
  });

  test('gives way to others once it has ended, and not before', async () => {
    const { agentId } = await agentOf(api, customer.as);
    const issue = (name: string) => mutateAgents(api, 'issueAgentKey', { agentId, name }, customer.as);
    // As if so many had been issued.
    await api.database.query(
      `insert into agent_key (id, agent_id, name, token_hash, hint, created_by, expires_at)
       select 'agk_' || lpad(n::text, 26, '0'), $1, 'Key', sha256(n::text::bytea), 'imak_0000', 'test', now() + interval '1 day'
       from generate_series(1, 49) n`,
      [agentId],
    );
    const eighth = `agk_${'8'.padStart(26, '0')}`;

    expect((await issue('One too many')).code).toBe('CONFLICT');

    await mutateAgents(api, 'revokeAgentKey', { agentKeyId: eighth }, customer.as);
    expect((await issue('In its place')).__typename).toBe('IssuedAgentKey');
    expect((await api.graphql(`{ node(id: "${eighth}") { id } }`, { as: customer.as })).data.node).toBeNull();
  });
});

test('an agent of a customer is made by who may issue keys of the customer', async () => {
  const { id } = customer.customer;
  const made = await mutateAgents(api, 'createAgent', { name: 'For them', customerId: id });
  expect(made.agent.owner).toBe(`customer:${id}`);

  expect((await mutateAgents(api, 'createAgent', { name: 'X', customerId: 'cus_none' })).issues[0].pointer).toBe(
    '/customerId',
  );
  const other = await customerWithKey(api);
  const refused = await mutateAgents(api, 'createAgent', { name: 'X', customerId: id }, other.as);
  expect(refused.code).toBe('FORBIDDEN');
});
