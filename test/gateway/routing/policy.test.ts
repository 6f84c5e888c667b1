import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RoutingPolicyDraft } from '../../../src/gateway/routing/policy.ts';
import { policyDigest } from '../../../src/gateway/routing/policy-book.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { EVIDENCE, LOCAL_DRAFT, slotIds } from '../../support/routing.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
  // The first version is made by whoever asks first.
  await api.graphql('{ routingPolicyFaults { pointer } }', { as: 'operator' });
});
afterAll(() => api.stop());

interface Version {
  id: string;
  number: number;
  document: RoutingPolicyDraft;
  sha256: string;
  publishedBy: string;
  catalogueVersion: number;
}

let newest: Version;
beforeEach(async () => {
  newest = await newestVersion();
});

async function newestVersion(): Promise<Version> {
  const { data } = await api.graphql<{ routingPolicies: { nodes: Version[] } }>(
    '{ routingPolicies(first: 1) { nodes { id number document sha256 publishedBy catalogueVersion } } }',
    { as: 'operator' },
  );
  return data!.routingPolicies.nodes[0]!;
}

const PUBLISH = `mutation Publish($input: PublishRoutingPolicyInput!) {
  publishRoutingPolicy(input: $input) {
    __typename
    ... on PublishedRoutingPolicy { routingPolicy { id number document reason publishedBy } }
    ... on RoutingPolicyInvalid { code message faultCount faults { pointer message } }
    ... on Problem { code message }
  }
}`;

async function publish(
  document: unknown,
  { reason = 'for a test', ifVersion = newest.number, as = 'operator' as const } = {},
): Promise<Json> {
  const { data, errors } = await api.graphql<Json>(PUBLISH, {
    variables: { input: { document, reason, ifVersion } },
    as,
  });
  expect(errors).toBeUndefined();
  return data.publishRoutingPolicy;
}

/** The newest one with the rule of a task changed. */
function withRule(task: string, change: Partial<RoutingPolicyDraft['rules'][number]>): RoutingPolicyDraft {
  const { rules, attempts } = newest.document;
  return { attempts, rules: rules.map((rule) => (rule.task === task ? { ...rule, ...change } : rule)) };
}

const explained = async (task = EVIDENCE): Promise<Json> => {
  const { data } = await api.graphql<Json>(
    'query E($input: ExplainRouteInput!) { explainRoute(input: $input) { decision { policyVersion policySha256 path } } }',
    { variables: { input: { task, inputTokens: 10 } }, as: 'operator' },
  );
  return data.explainRoute.decision;
};

test('the first version is made of the catalogue’s slots, with a rule for each task', async () => {
  const { data } = await api.graphql<Json>(
    '{ routingPolicy(number: 1) { number document sha256 publishedBy } tasks { name } }',
    {
      as: 'operator',
    },
  );

  const { document, sha256, publishedBy } = data.routingPolicy;
  expect(document.rules.map(({ task }: Json) => task)).toEqual(data.tasks.map(({ name }: Json) => name));
  expect(document.rules.find(({ task }: Json) => task === EVIDENCE).path).toEqual(slotIds(EVIDENCE));
  expect(sha256).toBe(policyDigest(document));
  expect(publishedBy).toBe('service');
});

test('a published version is in force at once, says who and why, and leaves the earlier ones as they were', async () => {
  const before = newest;
  const path = slotIds(EVIDENCE).toReversed();

  const published = await publish(withRule(EVIDENCE, { path }), { reason: 'the other way round' });

  expect(published.routingPolicy).toMatchObject({
    number: before.number + 1,
    reason: 'the other way round',
    publishedBy: 'operator:admin',
  });
  expect(await explained()).toMatchObject({ policyVersion: before.number + 1 });
  const { data } = await api.graphql<Json>('query P($n: Int!) { routingPolicy(number: $n) { document sha256 } }', {
    variables: { n: before.number },
    as: 'operator',
  });
  expect(data.routingPolicy).toEqual({ document: before.document, sha256: before.sha256 });
});

test('other processes route by it within a second', async () => {
  const other = await startApi({ works: false, database: api.database });
  try {
    await other.services.apis.gateway.router.task(EVIDENCE);
    const [rule] = newest.document.rules;
    const published = await publish(withRule(rule!.task, { plans: ['ENTERPRISE'] }));

    await expect
      .poll(async () => {
        const { data } = await other.graphql<Json>(
          'query E($input: ExplainRouteInput!) { explainRoute(input: $input) { decision { policyVersion } } }',
          { variables: { input: { task: EVIDENCE, inputTokens: 10 } } },
        );
        return data.explainRoute.decision.policyVersion;
      })
      .toBe(published.routingPolicy.number);
  } finally {
    await other.stop();
  }
});

test('an earlier version is in force again as a version of its own, which says from which and what it changed', async () => {
  const first = newest;
  const before = first.document.rules.find(({ task }) => task === EVIDENCE)!.path;
  const path = before.toReversed();
  const { routingPolicy: changed } = await publish(withRule(EVIDENCE, { path, plans: ['PRO', 'ENTERPRISE'] }));
  const restore = async (version: number, reason = 'the order was better') => {
    const { data } = await api.graphql<Json>(
      `mutation ($input: RestoreRoutingPolicyInput!, $since: Int!) { restoreRoutingPolicy(input: $input) {
         __typename ... on Problem { code message }
         ... on RestoredRoutingPolicy { routingPolicy { number reason publishedBy restoredFrom document
           changes(since: $since) { count changes { operation pointer before after } } } } } }`,
      { as: 'operator', variables: { input: { version, reason }, since: changed.number } },
    );
    return data.restoreRoutingPolicy;
  };

  const { routingPolicy } = await restore(first.number);

  const at = `/rules/${first.document.rules.findIndex(({ task }) => task === EVIDENCE)}`;
  expect(routingPolicy).toMatchObject({
    number: changed.number + 1,
    reason: 'the order was better',
    publishedBy: 'operator:admin',
    restoredFrom: first.number,
    document: first.document,
  });
  expect(routingPolicy.changes.changes.map(({ pointer }: Json) => pointer)).toEqual(
    expect.arrayContaining([`${at}/path/0`, `${at}/plans/0`]),
  );
  expect(routingPolicy.changes.changes.find(({ pointer }: Json) => pointer === `${at}/path/0`)).toEqual({
    operation: 'REPLACE',
    pointer: `${at}/path/0`,
    before: path[0],
    after: before[0],
  });
  expect(await explained()).toMatchObject({ policyVersion: routingPolicy.number, path: before });
  expect(await restore(first.number)).toMatchObject({ routingPolicy: { number: routingPolicy.number } });
  expect(await restore(10_000)).toMatchObject({ code: 'INPUT_INVALID' });
  expect(await restore(1, '')).toMatchObject({ code: 'INPUT_INVALID' });
});

test('two who edit the same version: the second is told', async () => {
  const [one, other] = [['BASE'], ['PRO']].map((plans) => withRule(EVIDENCE, { plans }));

  const results = await Promise.all([publish(one), publish(other)]);

  expect(results.map(({ __typename }) => __typename).sort()).toEqual([
    'PublishedRoutingPolicy',
    'RoutingPolicyConflict',
  ]);
  expect((await newestVersion()).number).toBe(newest.number + 1);
});

test('what is in force already is not published again', async () => {
  const again = await publish(newest.document);

  expect(again.routingPolicy.number).toBe(newest.number);
});

describe('a policy is refused by name', () => {
  const HOSTED = slotIds(EVIDENCE)[0]!;

  test.each<[string, () => unknown, string, RegExp]>([
    [
      'with a hole',
      () => ({ ...newest.document, rules: newest.document.rules.filter(({ task }) => task !== EVIDENCE) }),
      '/rules',
      /The task deep-reasoning\/evidence-chain has no rule/,
    ],
    ['with an empty path', () => withRule(EVIDENCE, { path: [] }), '/rules/0/path', /is empty/],
    [
      'with an empty path beyond the cap',
      () => withRule(EVIDENCE, { pathPastSoftCap: [] }),
      '/rules/0/pathPastSoftCap',
      /is empty/,
    ],
    ['with a loop', () => withRule(EVIDENCE, { path: [HOSTED, HOSTED] }), '/rules/0/path/1', /repeats openai/],
    [
      'with two rules for a task',
      () => ({ ...newest.document, rules: [...newest.document.rules, newest.document.rules[0]] }),
      '/rules/13/task',
      /two rules/,
    ],
    [
      'with a deployment of another slot',
      () => withRule(LOCAL_DRAFT, { path: [HOSTED] }),
      '/rules/5/path/0',
      /not in the slot/,
    ],
    [
      'with one that nobody knows',
      () => withRule(EVIDENCE, { path: ['openai/nobody'] }),
      '/rules/0/path/0',
      /no deployment openai\/nobody/,
    ],
    [
      'with a task that nobody knows',
      () => withRule(EVIDENCE, { task: 'no/task' }),
      '/rules/0/task',
      /no task no\/task/,
    ],
    ['without a plan', () => withRule(EVIDENCE, { plans: [] }), '/rules/0/plans', /evidence-chain is empty/],
    ['with a plan twice', () => withRule(EVIDENCE, { plans: ['PRO', 'PRO'] }), '/rules/0/plans/1', /twice/],
    [
      'with an unknown plan',
      () => withRule(EVIDENCE, { plans: ['GOLD'] }),
      '/rules/0/plans/0',
      /BASE, PRO, ENTERPRISE/,
    ],
    [
      'without attempts',
      () => ({ ...newest.document, attempts: { most: 0, perDeployment: 1 } }),
      '/attempts/most',
      /1 to 10/,
    ],
    [
      'with more at one than in all',
      () => ({ ...newest.document, attempts: { most: 2, perDeployment: 3 } }),
      '/attempts/perDeployment',
      /1 to 2/,
    ],
    ['with what is not taken', () => ({ ...newest.document, models: [] }), '', /Unknown: models/],
    ['that is empty', () => ({}), '/rules', /Missing/],
  ])('%s', async (_what, document, pointer, message) => {
    const { code, faults } = await publish(document());

    expect(code).toBe('POLICY_INVALID');
    expect(faults).toContainEqual({ pointer, message: expect.stringMatching(message) });
    expect((await newestVersion()).number).toBe(newest.number);
  });

  test('without a reason', async () => {
    expect(await publish(newest.document, { reason: ' ' })).toMatchObject({ code: 'INPUT_INVALID' });
  });
});

test('a catalogue that takes something away is told of, and decisions pass over what is gone', async () => {
  const catalogue = await api.services.apis.models.current();
  const [preferred, alternate, ...rest] = slotIds(EVIDENCE);
  const { version, sha256: _, ...document } = catalogue;
  const slots = document.slots.map((slot) =>
    slot.name === EVIDENCE ? { ...slot, preferred: alternate, alternates: rest } : slot,
  );
  await publish(withRule(EVIDENCE, { path: slotIds(EVIDENCE), plans: ['BASE', 'PRO', 'ENTERPRISE'] }));

  const { data } = await api.graphql<Json>(
    `mutation P($input: PublishCatalogueInput!) { publishCatalogue(input: $input) { __typename ... on Problem { message } } }`,
    {
      variables: { input: { document: { ...document, slots }, reason: 'retired', ifVersion: version } },
      as: 'operator',
    },
  );

  expect(data.publishCatalogue).toEqual({ __typename: 'PublishedCatalogue' });
  const { data: told } = await api.graphql<Json>('{ routingPolicyFaults { pointer message } }', { as: 'operator' });
  expect(told.routingPolicyFaults).toContainEqual({
    pointer: '/rules/0/path/0',
    message: expect.stringContaining(`${preferred} is not in the slot`),
  });
  expect((await explained()).path).not.toContain(preferred);
});

test('the history cannot be changed', async () => {
  await expect(api.database.query('update routing_policy set number = 99')).rejects.toThrow();
  await expect(api.database.query('delete from routing_policy')).rejects.toThrow();
});

test('a version is a node, for who may read it', async () => {
  const query = 'query N($id: ID!) { node(id: $id) { id ... on RoutingPolicy { number } } }';

  const seen = await api.graphql<Json>(query, { variables: { id: newest.id }, as: 'operator' });
  const unseen = await api.graphql<Json>(query, { variables: { id: newest.id }, as: 'integration' });

  expect(seen.data.node).toEqual({ id: newest.id, number: newest.number });
  expect(unseen.data.node).toBeNull();
});

test('a list that begins at no place of it is refused', async () => {
  const { errors } = await api.graphql('{ routingPolicies(after: "x") { nodes { id } } }', { as: 'operator' });

  expect(errors![0]!.extensions.code).toBe('BAD_USER_INPUT');
});
