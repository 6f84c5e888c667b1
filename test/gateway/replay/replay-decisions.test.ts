import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoutingPolicyDraft } from '../../../src/gateway/routing/policy.ts';
import { newId } from '../../../src/platform/ids.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { tamper } from '../../support/database.ts';
import { EVIDENCE, slotIds } from '../../support/routing.ts';

const DRAFT = 'fast-execution/redact-draft';
const FIELDS = 'fast-execution/field-extraction';
/** Of each of the three tasks. */
const RUNS = 700;

let api: Api;
let policy: RoutingPolicyDraft;
let catalogue: Json;
let customerId: string;

beforeAll(async () => {
  api = await startApi();
  const { customer, as } = await customerWithKey(api);
  customerId = customer.id;
  for (const model of [EVIDENCE, DRAFT, FIELDS]) {
    const { status } = await api.json('/v1/chat/completions', {
      as,
      body: { model, messages: [{ role: 'user', content: `Invoice 17 over 120 EUR. ${'word '.repeat(200)}` }] },
    });
    expect(status).toBe(200);
  }
  // Each of them many times, as the log would have them.
  await api.database.query(
    `insert into run select (jsonb_populate_record(run, jsonb_build_object('id', ids.id))).* from run, unnest($1::text[]) with ordinality ids(id, place)
     where run.task = ($2::text[])[1 + place % 3]`,
    [Array.from({ length: 3 * (RUNS - 1) }, () => newId('run')), [EVIDENCE, DRAFT, FIELDS]],
  );
  const { data } = await api.graphql<Json>(
    '{ routingPolicy(number: 1) { document } catalogueVersion(number: 1) { document } }',
    { as: 'operator' },
  );
  policy = data.routingPolicy.document;
  catalogue = data.catalogueVersion.document;
}, 60_000);
afterAll(() => api.stop());

const REPLAY = `query ($input: ReplayDecisionsInput!) { replayDecisions(input: $input) {
  end decisions unchanged changedFallbacks changedChoices newlyRefused newlyPossible notKnown notReplayable newestAt oldestAt
  choices { task from to decisions examples } refused { task code decisions examples } possible { task }
  unknown { task deployments decisions } gates { task gate isAdded decisions } labels { task label isAdded decisions }
  upperBound { beforeMicros afterMicros decisions unknown } cost { beforeMicros afterMicros decisions unknown } } }`;

async function replay(input: Json, as: 'operator' | 'integration' | null = 'operator'): Promise<Json> {
  const { data, errors } = await api.graphql<Json>(REPLAY, {
    as: as ?? undefined,
    variables: { input: { limit: 10_000, ...input } },
  });
  return errors ? { errors } : data.replayDecisions;
}

const withRule = (task: string, change: Partial<RoutingPolicyDraft['rules'][number]>): RoutingPolicyDraft => ({
  ...policy,
  rules: policy.rules.map((rule) => (rule.task === task ? { ...rule, ...change } : rule)),
});

const ALL = { end: 'ALL', decisions: 3 * RUNS };
const NOTHING = {
  changedFallbacks: 0,
  changedChoices: 0,
  newlyRefused: 0,
  newlyPossible: 0,
  notKnown: 0,
  notReplayable: 0,
  choices: [],
  refused: [],
  possible: [],
  unknown: [],
  gates: [],
  labels: [],
};

test('what decided then, and the policy and the catalogue in force, change nothing of thousands of decisions', async () => {
  for (const input of [{}, { policy }, { catalogue }, { policy, catalogue }]) {
    const replayed = await replay(input);

    expect(replayed).toMatchObject({ ...ALL, ...NOTHING, unchanged: 3 * RUNS });
    for (const money of [replayed.upperBound, replayed.cost]) {
      expect(money).toMatchObject({ decisions: 3 * RUNS, unknown: 0, afterMicros: money.beforeMicros });
      expect(money.beforeMicros).toBeGreaterThan(0);
    }
  }
});

test('another order for one task moves exactly its decisions, and says what they would cost', async () => {
  const [first, second, ...rest] = slotIds(EVIDENCE) as [string, string];
  const replayed = await replay({ policy: withRule(EVIDENCE, { path: [second, first, ...rest] }) });

  expect(replayed).toMatchObject({
    ...ALL,
    ...NOTHING,
    unchanged: 2 * RUNS,
    changedChoices: RUNS,
    choices: [{ task: EVIDENCE, from: first, to: second, decisions: RUNS }],
  });
  expect(replayed.choices[0].examples).toHaveLength(5);
  const { data } = await api.graphql<Json>(
    'query ($id: ID!) { run(id: $id) { task decision { path candidates { deployment maxCostMicros } } inputTokens outputTokens } }',
    {
      as: 'operator',
      variables: { id: replayed.choices[0].examples[0] },
    },
  );
  const mostOf = (id: string) =>
    data.run.decision.candidates.find(({ deployment }: Json) => deployment === id).maxCostMicros;
  expect(data.run).toMatchObject({ task: EVIDENCE, decision: { path: [first, second, ...rest] } });
  const { beforeMicros, afterMicros } = replayed.upperBound;
  expect(afterMicros - beforeMicros).toBe(RUNS * (mostOf(second) - mostOf(first)));
  expect(replayed.cost).toMatchObject({ decisions: 3 * RUNS, unknown: 0 });
});

test('a shorter path changes who stands in, and a plan less refuses', async () => {
  const [first] = slotIds(EVIDENCE) as [string];

  expect(await replay({ policy: withRule(EVIDENCE, { path: [first] }) })).toMatchObject({
    ...NOTHING,
    changedFallbacks: RUNS,
    unchanged: 2 * RUNS,
  });
  expect(await replay({ policy: withRule(DRAFT, { plans: ['ENTERPRISE'] }) })).toMatchObject({
    ...NOTHING,
    unchanged: 2 * RUNS,
    newlyRefused: RUNS,
    refused: [{ task: DRAFT, code: 'PLAN', decisions: RUNS }],
    upperBound: { decisions: 2 * RUNS },
  });
});

test('which decisions are meant is told by task, time, customer and number', async () => {
  const half = await replay({ limit: RUNS });
  const ofTask = await replay({ filter: { task: [DRAFT], customerId: [customerId] } });
  const ofNobody = await replay({ filter: { customerId: [newId('customer')] } });
  const ofYesterday = await replay({ filter: { startedBefore: new Date(Date.now() - 86_400_000).toISOString() } });

  expect(half).toMatchObject({ end: 'LIMIT', decisions: RUNS, unchanged: RUNS });
  expect(ofTask).toMatchObject({ end: 'ALL', decisions: RUNS, unchanged: RUNS });
  expect(ofNobody).toMatchObject({ end: 'ALL', decisions: 0, newestAt: null, oldestAt: null });
  expect(ofYesterday).toMatchObject({ end: 'ALL', decisions: 0 });
});

test('another catalogue moves prices, gates and labels, and nothing of it is published', async () => {
  const edited = structuredClone(catalogue);
  const task = edited.tasks.find(({ name }: Json) => name === DRAFT);
  task.labels = [];
  const id = slotIds(FIELDS)[0]!;
  for (const price of edited.prices.filter(({ deployment }: Json) => deployment === id)) {
    for (const tier of price.tiers) tier.inputMicros *= 3;
  }

  const replayed = await replay({ catalogue: edited });

  expect(replayed).toMatchObject({
    ...NOTHING,
    unchanged: 3 * RUNS,
    labels: [{ task: DRAFT, label: 'NOT_FINAL', isAdded: false, decisions: RUNS }],
  });
  expect(replayed.cost.afterMicros).toBeGreaterThan(replayed.cost.beforeMicros);
  expect(replayed.upperBound.afterMicros).toBeGreaterThan(replayed.upperBound.beforeMicros);
  expect(await api.database.query('select number from catalogue_version')).toHaveLength(1);
  expect(await api.database.query('select number from routing_policy')).toHaveLength(1);
});

test('a record that is none is counted as that', async () => {
  const id = newId('run');
  await api.database.query(
    `insert into run select (jsonb_populate_record(run, jsonb_build_object('id', $1::text, 'task', 'gone', 'decision', '{}'::jsonb))).* from run limit 1`,
    [id],
  );

  expect(await replay({ filter: { task: ['gone'] } })).toMatchObject({ decisions: 1, unchanged: 0, notReplayable: 1 });
  await tamper(`delete from run where id = '${id}'`, api.database);
});

test.each([
  ['a policy with a hole', () => ({ policy: { ...policy, rules: [] } }), 'POLICY_INVALID', '/policy/rules'],
  ['no policy', () => ({ policy: { words: 1 } }), 'POLICY_INVALID', '/policy/rules'],
  ['no catalogue', () => ({ catalogue: {} }), 'CATALOGUE_INVALID', '/catalogue/clusters'],
  ['none of them', () => ({ limit: 0 }), 'BAD_USER_INPUT', '/limit'],
  ['too many', () => ({ limit: 10_001 }), 'BAD_USER_INPUT', '/limit'],
])('%s is refused with its place', async (_, input, code, pointer) => {
  const { errors } = await replay(input());

  expect(errors).toMatchObject([
    { extensions: { code, issues: expect.arrayContaining([expect.objectContaining({ pointer })]) } },
  ]);
});

test('who may not read the policy is told nothing', async () => {
  expect((await replay({}, null)).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  expect((await replay({}, 'integration')).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
});
