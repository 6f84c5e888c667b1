import { createClient } from 'graphql-sse';
import { afterAll, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { mcpClient } from '../../mcp/support.ts';
import { agentOf } from '../../support/agents.ts';
import { type Json, startApi } from '../../support/api.ts';
import { CITED, LEASE, SampleDocuments } from './support.ts';

const api = await startApi({ features: [new SampleDocuments([LEASE]).feature] });
afterAll(() => api.stop());
const { as: customer } = await customerWithKey(api, { plan: 'PRO' });

const TASK = 'case-scanning/fast-scan';
const QUESTION = 'When is the deposit returned?';

test('a GraphQL stream has the verified statements once, after the text and before the outcome', async () => {
  const client = createClient({
    url: `${api.url}/graphql/stream`,
    headers: { authorization: `Bearer ${customer.bearer}` },
    retryAttempts: 0,
  });
  const query = `subscription ($input: RunTaskInput) { taskRun(input: $input) { __typename
    ... on TaskDelta { text cited { ${CITED} } } ... on TaskOutcome { runId } ... on TaskFailed { message } } }`;
  const input = { task: TASK, messages: [{ role: 'USER', content: QUESTION }], documentIds: [LEASE.id] };
  const events: Json[] = [];
  for await (const { data } of client.iterate<Json>({ query, variables: { input } })) events.push(data!.taskRun);
  client.dispose();

  const text = events.map((event) => event.text ?? '').join('');
  const at = events.findIndex(({ cited }) => cited);
  expect(events.filter(({ cited }) => cited)).toHaveLength(1);
  expect(events[at].cited).toMatchObject({ outcome: 'SUPPORTED', claims: [{ isSupported: true }] });
  const { start, end, words } = events[at].cited.claims[0].citations[0];
  const { inAnswer } = events[at].cited.claims[0].citations[0];
  expect(text.slice(inAnswer.start, inAnswer.end)).toBe(words);
  expect(LEASE.text.slice(start, end)).toBe(words);
  expect(events[at + 1]).toMatchObject({ __typename: 'TaskOutcome' });
});

test('an agent gets the statements by MCP', async () => {
  const { as } = await agentOf(api, customer);
  const mcp = await mcpClient(api, as.bearer);

  const { given } = await mcp.call('run_task', {
    task: TASK,
    messages: [{ role: 'USER', content: QUESTION }],
    caseId: LEASE.caseId,
  });
  await mcp.close();

  expect(given).toMatchObject({
    outcome: 'SUPPORTED',
    claims: [{ isSupported: true, citations: [{ documentId: LEASE.id, words: LEASE.text.split('\n\n')[1] }] }],
  });
});
