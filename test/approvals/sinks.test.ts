import { type Client, createClient } from 'graphql-sse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import { type Credential, credentialHeaders, type Json } from '../support/api.ts';
import { GATED, type Office, startOffice } from './support.ts';

let office: Office;
let asker: Credential;
beforeAll(async () => {
  office = await startOffice();
  asker = (await customerWithKey(office)).as;
});
afterAll(() => office.stop());

const TASK_RUN = `subscription ($input: RunTaskInput, $id: ID) { taskRun(input: $input, id: $id) {
  __typename
  ... on TaskStarted { runId }
  ... on TaskDelta { text reasoning }
  ... on TaskHeld { outcome { runId } approval { id state sha256 } }
  ... on TaskState { state run { isHeld approval { state } heldAnswer { text } } }
} }`;

function subscribe(query: string, variables: Record<string, unknown>, as: Credential) {
  const client: Client = createClient({
    url: `${office.url}/graphql/stream`,
    headers: credentialHeaders(as),
    retryAttempts: 0,
  });
  const results = client.iterate<Json>({ query, variables });
  return {
    async next(): Promise<Json> {
      const { done, value } = await results.next();
      if (value?.errors) throw new Error(JSON.stringify(value.errors));
      return done ? null : Object.values(value.data!)[0];
    },
  };
}

const INPUT = { task: GATED, messages: [{ role: 'USER', content: 'Lease and letter disagree on the deposit.' }] };

test('runTask says that it is held, with what it cost and what it waits for', async () => {
  const { runTask } = await office.graph(
    `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename
       ... on Problem { code message }
       ... on HeldTask { outcome { runId isSimulated outputTokens } approval { id state } run { isHeld heldAnswer { text } } } } }`,
    asker,
    { input: INPUT },
  );

  expect(runTask).toMatchObject({
    __typename: 'HeldTask',
    code: 'HELD_FOR_APPROVAL',
    outcome: { isSimulated: true, outputTokens: expect.any(Number) },
    approval: { state: 'PENDING' },
    run: { isHeld: true, heldAnswer: null },
  });
});

test('taskRun brings that it has begun, that it is held, and its answer once that is decided; no word before', async () => {
  const events = subscribe(TASK_RUN, { input: INPUT }, asker);
  const begun = await events.next();
  const held = await events.next();
  expect([begun.__typename, held.__typename]).toEqual(['TaskStarted', 'TaskHeld']);
  const { id, sha256 } = held.approval;
  const byId = subscribe(TASK_RUN, { id: begun.runId }, asker);
  expect(await byId.next()).toMatchObject({
    state: 'SUCCEEDED',
    run: { approval: { state: 'PENDING' }, heldAnswer: null },
  });
  const inbox = subscribe('subscription ($id: ID!) { approvalChanged(id: $id) { state } }', { id }, 'operator');
  expect(await inbox.next()).toEqual({ state: 'PENDING' });

  const { payloadText } = await office.approval(id);
  await office.decide('approve', 'operator', { id, sha256 });

  const { text } = JSON.parse(payloadText);
  const told = {
    __typename: 'TaskState',
    state: 'SUCCEEDED',
    run: { isHeld: true, approval: { state: 'APPROVED' }, heldAnswer: { text } },
  };
  for (const one of [events, byId]) {
    expect(await one.next()).toEqual(told);
    expect(await one.next()).toBeNull();
  }
  expect(await inbox.next()).toEqual({ state: 'APPROVED' });
  expect(await inbox.next()).toBeNull();
});

test('before it is approved nobody finds a word of it: in no row, answer, event or page', async () => {
  const { runId, approvalId, body } = await office.held(asker, { stream: true });
  const approval = await office.approval(approvalId);
  const words: string[] = JSON.parse(approval.payloadText)
    .text.split('\n')
    .filter((line: string) => line.length > 20);
  expect(words.length).toBeGreaterThan(2);
  const RUN = `query ($id: ID!) { run(id: $id) { id status explanation isHeld heldAnswer { text reasoning } approval { title facts payloadText decisions { reason } } decision { path } attempts { number } } }`;
  const seen = [
    JSON.stringify(body),
    JSON.stringify(await office.ask(runId, asker)),
    JSON.stringify(await office.ask(runId, 'operator')),
    JSON.stringify(await office.graph(RUN, asker, { id: runId })),
    JSON.stringify(await office.graph(RUN, await office.person('auditor', 'AUDITOR'), { id: runId })),
    ...(await everyRow()),
  ];

  for (const text of seen) for (const word of words) expect(text).not.toContain(JSON.stringify(word).slice(1, -1));
});

test('a webhook would be told which one, how it stands and its digest, and nothing more', async () => {
  const { approvalId } = await office.held(asker);
  const { sha256, subjectId, customerId } = await office.approval(approvalId);
  const { publishedApprovals } = await import('../../src/approvals/approval.events.ts');
  const { contextOn } = await import('../support/context.ts');
  const [requested] = publishedApprovals;

  const telling = await requested!.messageFor(contextOn(office.services.platform.database), { approvalId } as never);

  expect(telling).toEqual({
    customerId,
    data: { approvalId, subjectKind: 'RUN_OUTPUT', subjectId, state: 'PENDING', sha256 },
  });
});

/** All that is in the database, as text; bytes as they are, too. */
async function everyRow(): Promise<string[]> {
  const tables = await office.database.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const all: string[] = [];
  for (const { name } of tables) {
    const rows = await office.database.query<{ row: string }>(`select to_jsonb(one)::text as row from ${name} one`);
    all.push(...rows.map(({ row }) => row));
  }
  const payloads = await office.database.query<{ payload: Buffer | null }>('select payload from approval');
  return [...all, ...payloads.map(({ payload }) => payload?.toString('latin1') ?? '')];
}
