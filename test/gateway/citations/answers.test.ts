import { afterAll, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { type Credential, type Json, startApi } from '../../support/api.ts';
import { LEASE, LETTER, RUN_TASK, SampleDocuments, SECRET } from './support.ts';

const sample = new SampleDocuments([LEASE, LETTER, SECRET]);
const api = await startApi({ features: [sample.feature] });
afterAll(() => api.stop());
const { as: customer } = (await customerWithKey(api)) as { as: Credential };

const QUESTION = 'When is the deposit returned?';

async function ask(content: string, more: object = {}, as: Credential = customer): Promise<Json> {
  const input = {
    task: 'case-scanning/fast-scan',
    messages: [{ role: 'USER', content }],
    caseId: LEASE.caseId,
    ...more,
  };
  const { data, errors } = await api.graphql(RUN_TASK, { as, variables: { input } });
  expect(errors).toBeUndefined();
  return data.runTask;
}

test.each(['case-scanning/cited-retrieval', 'case-scanning/wide-window', 'case-scanning/fast-scan'])(
  '%s answers from a case, and each citation has the words of the document',
  async (task) => {
    const { answer, run } = await ask(QUESTION, { task });

    expect(answer.outcome).toBe('SUPPORTED');
    const [claim] = answer.claims;
    expect(answer.text.slice(claim.start, claim.end)).toBe(claim.text);
    const [citation] = claim.citations;
    expect(citation).toMatchObject({
      documentId: LEASE.id,
      documentName: 'lease.pdf',
      tier: 'EXACT',
      pageFirst: 2,
      headingPath: [],
      isElsewhere: false,
    });
    expect(citation.words).toBe(LEASE.text.split('\n\n')[1]);
    expect(LEASE.text.slice(citation.start, citation.end)).toBe(citation.words);
    expect(answer.text.slice(citation.inAnswer.start, citation.inAnswer.end)).toBe(citation.words);
    expect(run.task).toBe(task);
  },
);

test('words are cut from the document, line breaks included', async () => {
  const { answer } = await ask('How was the deposit paid by the landlord, by bank transfer?', {
    caseId: null,
    documentIds: [LETTER.id],
  });

  expect(answer.claims[0].citations[0]).toMatchObject({
    documentId: LETTER.id,
    tier: 'WHITESPACE',
    words: LETTER.text,
  });
});

test('a question that the documents don’t answer gets that as the outcome', async () => {
  const { answer } = await ask('Which colour has the elephant’s umbrella?');

  expect(answer).toMatchObject({ outcome: 'NOT_IN_DOCUMENTS', claims: [] });
});

test.each([
  ['misquote', ['NOT_FOUND', 'ALTERED']],
  ['number', ['NOT_FOUND', 'ALTERED']],
  ['vouch', ['NOT_FOUND', 'ALTERED']],
  ['clip', ['NOT_FOUND', 'ALTERED']],
])('an answer with the fault `%s` supports nothing', async (fault, faults) => {
  const { answer } = await ask(`sandbox:${fault} What is the notice to terminate the lease, in days?`);

  const quoted = answer.claims.filter(({ faultyQuotations }: Json) => faultyQuotations.length > 0);
  expect(quoted.length).toBeGreaterThan(0);
  for (const { isSupported, citations, faultyQuotations } of quoted) {
    expect({ isSupported, citations }).toEqual({ isSupported: false, citations: [] });
    expect(faults).toContain(faultyQuotations[0].fault);
  }
});

test('an answer in another form has no citation', async () => {
  const { answer } = await ask(`sandbox:prose ${QUESTION}`);

  expect(answer.outcome).toBe('UNSUPPORTED');
  expect(answer.claims.every(({ isSupported }: Json) => !isSupported)).toBe(true);
});

test('a quotation of a passage that doesn’t exist is cited where it is', async () => {
  const { answer } = await ask(`sandbox:phantom ${QUESTION}`);

  expect(answer.claims[0].citations[0]).toMatchObject({ documentId: LEASE.id, isElsewhere: true, pageFirst: 2 });
});

test('an answer that is cut off within its quotation isn’t supported by it', async () => {
  const { answer } = await ask(`sandbox:length ${QUESTION}`);

  const last = answer.claims.at(-1);
  expect(last.faultyQuotations).toMatchObject([{ fault: 'CUT_OFF' }]);
});

test('instructions in a document are quoted like any text, and verify nothing else', async () => {
  const { answer } = await ask('sandbox:vouch Is the rent zero euros?');

  expect(answer.claims.every(({ isSupported }: Json) => !isSupported)).toBe(true);
  expect(answer.outcome).toBe('UNSUPPORTED');
});

test('the text of an erased version verifies nothing', async () => {
  const version = LETTER.id.replace('doc_', 'dcv_');
  sample.erased.add(version);

  const { answer } = await ask('Was the deposit paid by bank transfer?', { caseId: null, documentIds: [LETTER.id] });

  sample.erased.delete(version);
  expect(answer).toMatchObject({ outcome: 'UNSUPPORTED' });
});

test('other tasks, tools and schemas are refused by name', async () => {
  const ofOther = await api.graphql(RUN_TASK, {
    as: customer,
    variables: {
      input: {
        task: 'human-phrasing/warm-tone',
        messages: [{ role: 'USER', content: QUESTION }],
        caseId: LEASE.caseId,
        outputSchema: { type: 'object', properties: {} },
        tools: [{ name: 'a', parameters: { type: 'object', properties: {} } }],
      },
    },
  });

  const { code, message } = ofOther.data?.runTask ?? ofOther.errors![0]!;
  expect(code ?? ofOther.errors?.[0]?.extensions.code).toBe('INPUT_INVALID');
  expect(message).toContain('human-phrasing/warm-tone');
  expect(message).toContain('case-scanning/wide-window');
  expect(message).toContain('tools');
});

test('a case that the caller can’t read, or that doesn’t exist, isn’t found and costs nothing', async () => {
  const before = await api.database.query('select from run');

  const refusal = await ask(QUESTION, { caseId: 'cas_01m818k5q9er0az63q2g08xk99' });

  expect(refusal.code).toBe('NOT_FOUND');
  expect(await api.database.query('select from run')).toHaveLength(before.length);
});

test('a request with documents never goes to a model that searches the web', async () => {
  const { run } = await ask(QUESTION, { task: 'case-scanning/cited-retrieval' });

  expect(run.decision.slot).toBe('case-scanning/fast-scan');
  expect(run.decision.path.join()).not.toContain('perplexity');
  expect(run.decision.path.length).toBeGreaterThan(0);
});

test('without documents, the task still searches the web', async () => {
  const { run, answer } = await ask(QUESTION, { task: 'case-scanning/cited-retrieval', caseId: null });

  expect(run.decision.path[0]).toContain('perplexity');
  expect(answer).toMatchObject({ outcome: null, claims: [] });
});

test('past the soft cap, the cheaper model answers with citations as well', async () => {
  const { as } = (await customerWithKey(api, { plan: 'PRO', softCapMicros: 0 })) as { as: Credential };
  const input = { task: 'case-scanning/cited-retrieval', messages: [{ role: 'USER', content: QUESTION }] };

  const { data } = await api.graphql(
    `mutation ($input: RunTaskInput!) { runTask(input: $input) { ... on RanTask {
       answer { outcome claims { citations { documentId tier } } } run { decision { isPastSoftCap isMovedByCap } } } } }`,
    { as, variables: { input: { ...input, caseId: LEASE.caseId } } },
  );

  expect(data.runTask.run.decision.isPastSoftCap).toBe(true);
  expect(data.runTask.answer.outcome).toBe('SUPPORTED');
  expect(data.runTask.answer.claims[0].citations).toContainEqual({ documentId: LEASE.id, tier: 'EXACT' });
});

test('documents of a LOCAL_ONLY case go to no hosted model', async () => {
  const { run, answer } = await ask('What is the settlement with the insurer?', { caseId: SECRET.caseId });

  expect(answer.outcome).toBe('SUPPORTED');
  expect(run.decision).toMatchObject({ dataClass: 'LOCAL_ONLY', path: ['own/openai/gpt-oss-120b'] });
  const hosted = run.decision.candidates.filter(({ deployment }: Json) => !deployment.startsWith('own/'));
  expect(hosted.length).toBeGreaterThan(0);
  for (const { reason } of hosted) expect(reason).toBe('DATA_CLASS');
});

test('what is recorded has places and digests, and no words', async () => {
  const { outcome } = await ask(QUESTION);

  const [row] = await api.database.query<Json>('select * from run_citations where run_id = $1', [outcome.runId]);
  expect(row.outcome).toBe('SUPPORTED');
  expect(row.claims[0].citations[0]).toMatchObject({
    documentId: LEASE.id,
    tier: 'EXACT',
    inAnswer: expect.any(Object),
  });
  expect(JSON.stringify(row)).not.toMatch(/deposit|lease\.pdf|Section/);
});

test('a repeated request returns the same answer with its citations, once charged', async () => {
  const first = await ask(QUESTION, { idempotencyKey: 'citations-1' });
  const second = await ask(QUESTION, { idempotencyKey: 'citations-1' });

  expect(second.outcome).toMatchObject({ runId: first.outcome.runId, isReplay: true });
  expect(second.answer).toEqual(first.answer);
  const other = await ask(QUESTION, { idempotencyKey: 'citations-1', caseId: SECRET.caseId });
  expect(other.code).toBe('IDEMPOTENCY_KEY_REUSED');
});
