import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { customerWithKey, issueKey, rotateKey, updateCustomer } from '../customers/graph.ts';
import { mcpClient } from '../mcp/support.ts';
import { agentOf } from '../support/agents.ts';
import { type Api, type Credential, credentialHeaders, type Json, startApi } from '../support/api.ts';
import { holdAnswersOf } from '../support/gated-task.ts';
import { signedIn } from '../support/people.ts';
import {
  addMember,
  createCase,
  documentOf,
  ended,
  eraseDocument,
  removeMember,
  strangersOf,
  updateCase,
  uploadFiles,
} from './support.ts';

/** Words that no one else may read, in the name of the case, the name of a document, and its text. */
const SECRETS = [
  'Quimbleby v Zandt',
  'wiretap.txt',
  'The wiretap of the harbour office recorded eleven calls in March.',
];
const QUESTION = 'What did the wiretap of the harbour office record?';
const TASK = 'case-scanning/fast-scan';

let api: Api;
let owner: Awaited<ReturnType<typeof customerWithKey>>;
let caseId: string;
let documentId: string;
let strangers: Map<string, Credential | undefined>;

beforeAll(async () => {
  api = await startApi();
  owner = await customerWithKey(api, { plan: 'PRO', key: { caseAccess: 'WRITE' } });
  ({ caseId, documentId } = await caseWith({ [SECRETS[1]!]: SECRETS[2]! }, owner.as, { name: SECRETS[0] }));
  strangers = await strangersOf(api, owner);
});
afterAll(() => api.stop());

/** A case with documents that were read. */
async function caseWith(texts: Record<string, string>, as: Credential, more: Json = {}) {
  const created = await createCase(api, more, as);
  const uploaded = await uploadFiles(api, created.case.id, texts, as);
  const ids: string[] = uploaded.documents.map(({ document }: Json) => document.id);
  for (const id of ids) await ended(api, id, as);
  return { caseId: created.case.id as string, documentId: ids[0]! };
}

const RUN = `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename
  ... on RanTask { answer { text outcome claims { text citations { words documentName } } } outcome { runId isReplay } }
  ... on Problem { code message } } }`;

async function ran(more: Json, as: Credential | undefined) {
  const input = { task: TASK, messages: [{ role: 'USER', content: QUESTION }], ...more };
  const { data, errors } = await api.graphql(RUN, { variables: { input }, ...(as && { as }) });
  return data?.runTask ?? { code: errors?.[0]?.extensions?.code, message: errors?.[0]?.message };
}

/** A result without what differs between requests. */
const plain = (result: unknown, ...ids: string[]) =>
  ids.reduce((text, id) => text.replaceAll(id, 'ID'), JSON.stringify(result));

const expectNoSecret = (text: string, who: string) => {
  for (const secret of SECRETS) expect(text, who).not.toContain(secret);
};

describe('someone who can’t read a case', () => {
  test('gets no answer from it, and the same refusal as for an id that doesn’t exist', async () => {
    for (const [who, as] of strangers) {
      for (const [real, none] of [
        [{ caseId }, { caseId: newId('case') }],
        [{ documentIds: [documentId] }, { documentIds: [newId('document')] }],
      ]) {
        const refused = await ran(real!, as);
        expect(refused.code, who).toMatch(/NOT_FOUND|FORBIDDEN|UNAUTHENTICATED/);
        expect(plain(refused, caseId, documentId), who).toBe(
          plain(await ran(none!, as), ...Object.values(none!).flat()),
        );
      }
    }
  });

  test('gets no answer from its documents among own ones', async () => {
    const other = await customerWithKey(api, { key: { caseAccess: 'WRITE' } });
    const own = await caseWith({ 'own.txt': 'The harbour office has a wiretap of its own.' }, other.as);

    const mixed = await ran({ documentIds: [own.documentId, documentId] }, other.as);
    const alone = await ran({ documentIds: [own.documentId] }, other.as);

    expect(mixed.code).toBe('NOT_FOUND');
    expect(alone.answer.outcome).toBe('SUPPORTED');
    expectNoSecret(JSON.stringify(alone), 'the other customer');
  });

  test('gets no answer by /v1, streams included', async () => {
    for (const [who, as] of strangers) {
      for (const imprimatur of [{ case_id: caseId }, { document_ids: [documentId] }]) {
        for (const stream of [false, true]) {
          const { status, body } = await api.json('/v1/chat/completions', {
            as,
            body: { model: TASK, stream, messages: [{ role: 'user', content: QUESTION }], imprimatur },
          });
          expect(status, who).toBeOneOf([401, 403, 404]);
          expectNoSecret(JSON.stringify(body), who);
        }
      }
    }
  });

  test('gets no answer again that another key of the customer has got', async () => {
    const input = { caseId, idempotencyKey: 'known to both keys' };
    expect((await ran(input, owner.as)).answer.outcome).toBe('SUPPORTED');
    const { token } = await issueKey(api, { customerId: owner.customer.id });

    const repeated = await ran(input, { bearer: token });

    expect(repeated.code).toBe('NOT_FOUND');
  });

  test('finds it by no tool of MCP', async () => {
    const mcp = await mcpClient(api, (await agentOf(api, owner.as)).as.bearer);

    const answers = [
      await mcp.call('run_task', { task: TASK, messages: [{ role: 'USER', content: QUESTION }], caseId }),
      await mcp.call('list_documents', { caseId }),
      await mcp.call('look_at_document', { documentId }),
      await mcp.call('upload_document', { caseId, name: 'x.txt', text: 'x' }),
    ];
    const { given } = await mcp.call('list_cases');
    for (const uri of [`imprimatur://cases/${caseId}`, `imprimatur://documents/${documentId}`]) {
      await expect(mcp.client.readResource({ uri })).rejects.toThrow('with this id');
    }
    await mcp.close();

    for (const answer of answers) expect(answer.given.code).toBe('NOT_FOUND');
    expect(given.cases).toEqual([]);
  });

  test('can’t follow its progress', async () => {
    for (const [who, as] of strangers) expect(await progressOf(caseId, as).next(), who).toBeNull();
  });

  test('reads nothing of it in nodes, logs, exports, usage and metrics', async () => {
    const { outcome } = await ran({ caseId }, owner.as);
    const administrator = (await signedIn(api, { roles: ['ADMIN', 'AUDITOR'] })).as;
    const found: string[] = [];
    const { data } = await api.graphql(
      `query ($case: ID!, $document: ID!, $run: ID!) {
        nodes(ids: [$document, $run]) { __typename id ... on Document { name } }
        document(id: $document) { name }
        case(id: $case) { canRead }
        documents(caseId: $case) { nodes { name } }
        run(id: $run) { task requestedBy explanation warnings heldAnswer { text } decision { candidates { sentence } } }
      }`,
      { as: administrator, variables: { case: caseId, document: documentId, run: outcome.runId } },
    );
    expect(data.nodes[0]).toBeNull();
    expect(data.document).toBeNull();
    expect(data.case).toEqual({ canRead: false });
    expect(data.documents.nodes).toEqual([]);
    found.push(JSON.stringify(data.run));
    for (const path of ['/exports/runs.jsonl', '/exports/audit-trail.jsonl', '/exports/decisions.jsonl', '/metrics']) {
      const answer = await api.fetch(path, { as: administrator });
      expect(answer.status, path).toBe(200);
      found.push(await answer.text());
    }

    for (const text of found) {
      expectNoSecret(text, 'an administrator');
      expect(text).not.toMatch(/wiretap|harbour/);
    }
  });
});

test('words and names of documents are in no table of another feature', async () => {
  const key = { idempotencyKey: 'kept answer' };
  expect((await ran({ caseId, ...key }, owner.as)).answer.outcome).toBe('SUPPORTED');
  expect((await ran({ caseId, ...key }, owner.as)).outcome.isReplay).toBe(true);
  const tables = await api.database.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
  );

  const having: string[] = [];
  for (const { name } of tables) {
    const [row] = await api.database.query<{ found: boolean }>(
      `select exists (select from ${name} t where t::text ~* 'wiretap|quimbleby|harbour office') as found`,
    );
    if (row!.found) having.push(name.replace('public.', ''));
  }

  expect(having.sort()).toEqual(['case_word', 'document', 'document_case', 'passage']);
});

describe('access that ends', () => {
  test('ends at once for a member that is removed: reads, answers, repeated answers and subscriptions', async () => {
    const agent = await agentOf(api, owner.as);
    await addMember(api, { caseId, member: agent.actor }, owner.as);
    const input = { caseId, idempotencyKey: 'asked while a member' };
    const progress = progressOf(caseId, agent.as);
    expect(await progress.next()).toMatchObject({ caseProgress: { caseId, ready: 1 } });
    expect((await ran(input, agent.as)).answer.outcome).toBe('SUPPORTED');

    await removeMember(api, { caseId, member: agent.actor }, owner.as);
    await uploadFiles(api, caseId, { 'later.txt': 'Added after the removal.' }, owner.as);

    expect(await progress.next()).toBeNull();
    expect(await documentOf(api, documentId, agent.as)).toBeNull();
    expect((await ran({ caseId }, agent.as)).code).toBe('NOT_FOUND');
    const repeated = await ran(input, agent.as);
    expect(repeated.code).toBe('NOT_FOUND');
    expectNoSecret(JSON.stringify(repeated), 'the removed agent');
  });

  test('ends for the agents of a suspended customer, and for answers', async () => {
    const other = await customerWithKey(api, { key: { caseAccess: 'WRITE' } });
    const own = await caseWith({ 'own.txt': 'The harbour office has a wiretap of its own.' }, other.as);
    const agent = await agentOf(api, other.as);
    await addMember(api, { caseId: own.caseId, member: agent.actor }, other.as);
    expect((await documentOf(api, own.documentId, agent.as)).name).toBe('own.txt');

    await updateCustomer(api, { customerId: other.customer.id, isSuspended: true });

    for (const path of [`/api/cases/${own.caseId}`, `/api/documents/${own.documentId}/text`]) {
      expect((await api.json(path, { as: agent.as })).body.code).toBe('CUSTOMER_SUSPENDED');
    }
    for (const as of [other.as, agent.as]) {
      expect((await ran({ caseId: own.caseId }, as)).code).toMatch(/CUSTOMER_SUSPENDED|FORBIDDEN/);
    }
    // The documents are the customer's, who can still take them elsewhere.
    expect((await documentOf(api, own.documentId, other.as)).name).toBe('own.txt');
  });

  test('ends for answers when a document is erased', async () => {
    const own = await caseWith({ 'a.txt': 'The harbour office closed.', 'b.txt': 'The pier is open.' }, owner.as);
    await eraseDocument(api, own.documentId, owner.as);

    const answered = await ran({ caseId: own.caseId }, owner.as);

    expect(JSON.stringify(answered)).not.toContain('closed');
  });

  test('stays with a key that is rotated', async () => {
    for (const caseAccess of ['NONE', 'READ', 'WRITE']) {
      const { customerKey } = await issueKey(api, { customerId: owner.customer.id, caseAccess });
      const { token } = await rotateKey(api, { customerKeyId: customerKey.id });
      const as = { bearer: token };

      expect((await documentOf(api, documentId, as)) !== null).toBe(caseAccess !== 'NONE');
      const changed = await uploadFiles(api, caseId, { 'rotated.txt': 'By a rotated key.' }, as);
      expect(changed.code ?? null).toBe(caseAccess === 'WRITE' ? null : 'FORBIDDEN');
    }
  });
});

test('the text of a LOCAL_ONLY case goes to no hosted model, also among documents of other cases', async () => {
  const base = await customerWithKey(api, { plan: 'PRO', key: { caseAccess: 'WRITE' } });
  const hosted = await caseWith({ 'a.txt': 'The harbour office is open.' }, base.as);
  const local = await caseWith({ 'b.txt': 'The wiretap of the harbour office recorded calls.' }, base.as);
  await updateCase(api, { caseId: local.caseId, dataClass: 'LOCAL_ONLY' }, base.as);
  const DECIDED = `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename ... on RanTask { run { decision { dataClass path } } } ... on Problem { code message } } }`;

  for (const request of [
    { caseId: local.caseId },
    { documentIds: [hosted.documentId, local.documentId] },
    { documentIds: [local.documentId] },
  ]) {
    const input = { task: TASK, messages: [{ role: 'USER', content: QUESTION }], ...request };
    const { data } = await api.graphql(DECIDED, { as: base.as, variables: { input } });
    expect(data.runTask.run.decision).toEqual({ dataClass: 'LOCAL_ONLY', path: ['own/openai/gpt-oss-120b'] });
  }
});

describe('an answer that is held for approval', () => {
  const GATED = 'case-scanning/wide-window';
  const HELD = `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename
    ... on HeldTask { approval { id sha256 } run { id } } ... on Problem { code message } } }`;
  const READ = `query ($id: ID!) { run(id: $id) { heldAnswer { text claims { citations { words documentId } } } } }`;

  test('keeps its citations, for those who can read the documents and for approvers', async () => {
    await holdAnswersOf(api, GATED);
    const approver = (await signedIn(api, { roles: ['APPROVER'] })).as;
    const agent = await agentOf(api, owner.as);
    await addMember(api, { caseId, member: agent.actor }, owner.as);
    const input = { task: GATED, messages: [{ role: 'USER', content: QUESTION }], caseId };
    const { data: held } = await api.graphql(HELD, { as: agent.as, variables: { input } });
    const { approval, run } = held.runTask;
    const heldAnswer = async (as: Credential) => {
      const { data } = await api.graphql(READ, { as, variables: { id: run.id } });
      return data.run?.heldAnswer ?? null;
    };
    expectNoSecret(JSON.stringify(held), 'the requester before the approval');
    expect(await heldAnswer(owner.as)).toBeNull();

    const { data } = await api.graphql(
      'mutation ($input: ApproveInput!) { approve(input: $input) { __typename ... on Problem { message } } }',
      { as: approver, variables: { input: { approvalId: approval.id, sha256: approval.sha256 } } },
    );

    expect(data.approve).toEqual({ __typename: 'ApprovedRequest' });
    for (const as of [agent.as, owner.as, approver]) {
      const cited = (await heldAnswer(as)).claims.flatMap(({ citations }: Json) => citations);
      expect(cited).toContainEqual({ documentId, words: SECRETS[2] });
    }
    for (const [who, as] of strangers) {
      // Approvers read what they decide on.
      if (as && !/ADMIN|APPROVER/.test(who)) expect(await heldAnswer(as), who).toBeNull();
    }
    await removeMember(api, { caseId, member: agent.actor }, owner.as);
    expect(await heldAnswer(agent.as)).toBeNull();
    expect((await api.json(`/v1/runs/${run.id}`, { as: agent.as })).body.error?.code).toBe('forbidden');
  });
});

/** Follows the progress of a case. `next` gives null when it has ended, or was refused. */
function progressOf(id: string, as: Credential | undefined) {
  const client = createClient({
    url: `${api.url}/graphql/stream`,
    headers: as ? credentialHeaders(as) : {},
    retryAttempts: 0,
  });
  const results = client.iterate<Json>({
    query: 'subscription ($id: ID!) { caseProgress(caseId: $id) { caseId ready waiting } }',
    variables: { id },
  });
  return {
    async next(): Promise<Json | null> {
      const { done, value } = await results.next().catch(() => ({ done: true, value: null }));
      if (done) client.dispose();
      return done ? null : (value?.data ?? null);
    },
  };
}
