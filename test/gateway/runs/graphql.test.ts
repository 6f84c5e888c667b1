import { createClient } from 'graphql-sse';
import { expect, test } from 'vitest';
import { type Api, type Credential, credentialHeaders, type Json, startApi } from '../../support/api.ts';

const TASK = 'fast-execution/field-extraction';
const SANDBOX = { SANDBOX: 'true', DEMO: 'false' };

const RUN_TASK = `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename
  ... on RanTask { outcome { runId finishReason costMicros isSimulated isNotFinal attempts }
    answer { text toolCalls { name } citations { url } }
    run { id status task surface attempts { number status credentialSource } explanation decision { path isSimulated } } }
  ... on TaskFailed { runId failure } ... on Problem { code message } ... on InputInvalid { issues { pointer } } } }`;

const TASK_RUN = `subscription ($input: RunTaskInput, $id: ID) { taskRun(input: $input, id: $id) { __typename
  ... on TaskStarted { runId isSimulated } ... on TaskDelta { text } ... on TaskOutcome { runId finishReason }
  ... on TaskFailed { runId failure } ... on TaskState { runId state run { status } } } }`;

const input = (more: object = {}) => ({
  task: TASK,
  messages: [{ role: 'USER', content: 'Invoice 7 of 3 May, 12 EUR' }],
  ...more,
});

async function run(api: Api, as: Credential | undefined, more: object = {}): Promise<Json> {
  const { data, errors } = await api.graphql(RUN_TASK, { as, variables: { input: input(more) } });
  expect(errors).toBeUndefined();
  return data.runTask;
}

function listen(api: Api, variables: object, as: Credential = 'integration') {
  const client = createClient({
    url: `${api.url}/graphql/stream`,
    headers: credentialHeaders(as),
    retryAttempts: 0,
  });
  return {
    events: client.iterate<Json>({ query: TASK_RUN, variables: variables as never }),
    stop: () => client.dispose(),
  };
}

test('a task that is run is answered with its run, which anybody who may can look up', async () => {
  const api = await startApi({ env: SANDBOX });

  const ran = await run(api, 'integration');

  expect(ran).toMatchObject({
    __typename: 'RanTask',
    outcome: { finishReason: 'STOP', isSimulated: true, costMicros: 0, attempts: 1 },
    run: { status: 'SUCCEEDED', surface: 'GRAPHQL', attempts: [{ number: 1, credentialSource: 'SANDBOX' }] },
  });
  expect(ran.answer.text).not.toBe('');
  expect(ran.run.explanation).toContain('Decided by policy version 1');
  const { data } = await api.graphql(
    `query ($id: ID!) { run(id: $id) { id task startedAt inputSha256 } node(id: $id) { id } }`,
    {
      as: 'operator',
      variables: { id: ran.outcome.runId },
    },
  );
  expect(data).toMatchObject({ run: { id: ran.outcome.runId, task: TASK }, node: { id: ran.outcome.runId } });
  const { data: listed, errors } = await api.graphql(
    '{ runs { nodes { id durationMs overheadMs firstPartMs costMicros inputTokens } } }',
    { as: 'operator' },
  );
  expect(errors).toBeUndefined();
  expect(listed.runs.nodes).toEqual([
    {
      id: ran.outcome.runId,
      durationMs: expect.any(Number),
      overheadMs: expect.any(Number),
      firstPartMs: null,
      costMicros: 0,
      inputTokens: expect.any(Number),
    },
  ]);
});

test('strangers run what is simulated, so many a day, and where the sandbox is off nothing', async () => {
  const api = await startApi({ env: { ...SANDBOX, SIMULATED_RUNS_PER_DAY: '1' } });
  const off = await startApi({ env: { ...SANDBOX, SANDBOX: 'false' } });

  expect(await run(api, undefined)).toMatchObject({ __typename: 'RanTask', outcome: { isSimulated: true } });
  expect(await run(api, undefined)).toMatchObject({ __typename: 'RateLimited' });
  expect(await run(api, 'integration')).toMatchObject({ __typename: 'RanTask' });
  const refused = await off.graphql(RUN_TASK, { variables: { input: input() } });
  expect(refused).toMatchObject({ status: 401, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  expect(refused).not.toHaveProperty('data');
});

test.each([
  ['an unknown task', { task: 'gpt-6.1-sol' }, 'TASK_NOT_FOUND'],
  ['no message', { messages: [] }, 'INPUT_INVALID'],
  ['no tokens', { maxOutputTokens: 0 }, 'INPUT_INVALID'],
  ['too many tokens', { maxOutputTokens: 2_000_000_000 }, 'INPUT_INVALID'],
  ['a result that nobody waits for', { messages: [{ role: 'TOOL', content: 'x', toolCallId: 'a' }] }, 'INPUT_INVALID'],
  ['a tool without a name', { tools: [{ name: '', parameters: {} }] }, 'INPUT_INVALID'],
  ['a schema that cannot be checked', { outputSchema: { $ref: 'https://example.org/x' } }, 'INPUT_INVALID'],
])('%s is refused, and is no run', async (_, more, code) => {
  const api = await startApi({ env: SANDBOX });

  expect(await run(api, 'integration', more)).toMatchObject({ code });

  expect(await api.database.query('select from run')).toEqual([]);
  expect(await api.database.query('select from reservation')).toEqual([]);
});

test('a task that an own schema binds is answered in it', async () => {
  const api = await startApi({ env: SANDBOX });
  const outputSchema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };

  const ran = await run(api, 'integration', { outputSchema });

  if (ran.__typename === 'RanTask') expect(typeof JSON.parse(ran.answer.text).total).toBe('number');
  else expect(ran).toMatchObject({ __typename: 'TaskFailed', failure: 'OUTPUT_INVALID' });
});

test('a subscription brings the answer piece by piece and ends with what it came to', async () => {
  const api = await startApi({ env: SANDBOX });
  const { events } = listen(api, { input: input() });

  const all: Json[] = [];
  for await (const { data, errors } of events) {
    expect(errors).toBeUndefined();
    all.push(data.taskRun);
  }

  expect(all[0]).toMatchObject({ __typename: 'TaskStarted', isSimulated: true });
  expect(all.filter(({ __typename }) => __typename === 'TaskDelta').length).toBeGreaterThan(1);
  expect(all.at(-1)).toMatchObject({ __typename: 'TaskOutcome', runId: all[0].runId, finishReason: 'STOP' });
});

test('who goes cancels the run, and is told how it stands when coming back, without what was said', async () => {
  const api = await startApi({ env: { ...SANDBOX, SANDBOX_TOKENS_PER_SECOND: '5' } });
  const first = listen(api, { input: input() });
  const begun = (await first.events.next()).value.data.taskRun;

  first.stop();
  const states: Json[] = [];
  for await (const { data } of listen(api, { id: begun.runId }).events) states.push(data.taskRun);

  expect(states.at(-1)).toMatchObject({ runId: begun.runId, state: 'CANCELED', run: { status: 'CANCELED' } });
  expect(await api.database.query('select from reservation where settled_at is null')).toEqual([]);
});

test('the list is filtered, and each sees the runs that are theirs', async () => {
  const api = await startApi({ env: SANDBOX });
  await run(api, 'integration');
  await run(api, 'operator', { task: 'human-phrasing/warm-tone' });
  const list = async (as: Credential, filter: object = {}) =>
    (
      await api.graphql(`query ($filter: RunFilter) { runs(filter: $filter) { totalCount nodes { task } } }`, {
        as,
        variables: { filter },
      })
    ).data.runs;

  expect(await list('operator')).toMatchObject({
    totalCount: 2,
    nodes: [{ task: 'human-phrasing/warm-tone' }, { task: TASK }],
  });
  expect(await list('integration')).toMatchObject({ totalCount: 1, nodes: [{ task: TASK }] });
  expect(await list('operator', { task: [TASK] })).toMatchObject({ totalCount: 1 });
  expect(await list('operator', { status: ['FAILED'] })).toMatchObject({ totalCount: 0 });
  expect(await list('operator', { isSimulated: false })).toMatchObject({ totalCount: 0 });
  expect(await list('operator', { startedBefore: '2026-01-01T00:00:00Z' })).toMatchObject({ totalCount: 0 });
  expect(await list('operator', { startedFrom: '2026-01-01T00:00:00Z', surface: ['GRAPHQL'] })).toMatchObject({
    totalCount: 2,
  });

  expect(await list('operator', { requestedBy: ['operator:admin'] })).toMatchObject({
    nodes: [{ task: 'human-phrasing/warm-tone' }],
  });
  await api.database.query(`update run set requested_by = 'agent:agt_one' where task = $1`, [TASK]);
  expect(await list('operator', { requestedBy: ['agent:agt_one'] })).toMatchObject({ nodes: [{ task: TASK }] });
  expect(await list('operator', { requestedBy: ['agent:agt_one', 'agent:agt_two'] })).toMatchObject({ totalCount: 1 });
  expect(await list('operator', { requestedBy: ['agent:agt_one', 'operator:admin'] })).toMatchObject({ totalCount: 2 });
  expect(await list('operator', { requestedBy: [] })).toMatchObject({ totalCount: 0 });
});

test('runs are found by what they cost; what nobody knows is neither more nor less', async () => {
  const api = await startApi({ env: SANDBOX });
  const costs = [40, 2_500, null];
  for (const micros of costs) {
    const { outcome } = await run(api, 'integration');
    await api.database.query('update run set cost_micros = $2 where id = $1', [outcome.runId, micros]);
  }
  const of = async (filter: object) => {
    const { data, errors } = await api.graphql(
      `query ($filter: RunFilter) { runs(filter: $filter) { totalCount nodes { costMicros } } }`,
      { as: 'operator', variables: { filter } },
    );
    return errors?.[0]?.extensions ?? data.runs.nodes.map(({ costMicros }: Json) => costMicros);
  };

  expect(await of({})).toEqual(costs.toReversed());
  expect(await of({ minCostMicros: 41 })).toEqual([2_500]);
  expect(await of({ maxCostMicros: 2_499 })).toEqual([40]);
  expect(await of({ minCostMicros: 40, maxCostMicros: 2_500 })).toEqual([2_500, 40]);
  expect(await of({ minCostMicros: 2, maxCostMicros: 1 })).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ pointer: '/maxCostMicros' }],
  });
});

test.each([
  ['TASK', TASK],
  ['MODEL', expect.stringContaining('/')],
  ['CUSTOMER', expect.stringContaining('cus_')],
  ['KEY', null],
  ['DAY', expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
])('usage is added up by %s', async (groupBy, group) => {
  const api = await startApi({ env: SANDBOX });
  await run(api, 'integration');
  await run(api, 'integration');

  const { data, errors } = await api.graphql(
    `query ($groupBy: UsageGroup!) { usage(groupBy: $groupBy) { group runs succeededRuns simulatedRuns inputTokens costMicros runsOfUnknownCost } }`,
    { as: 'operator', variables: { groupBy } },
  );

  expect(errors).toBeUndefined();
  expect(data.usage).toMatchObject([
    { group, runs: 2, succeededRuns: 2, simulatedRuns: 2, costMicros: 0, runsOfUnknownCost: 0 },
  ]);
});
