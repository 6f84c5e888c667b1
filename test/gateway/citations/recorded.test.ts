import { afterAll, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { type Credential, type Json, startApi } from '../../support/api.ts';
import { LEASE, LETTER, RUN_TASK, SampleDocuments } from './support.ts';

const sample = new SampleDocuments([LEASE, LETTER]);
const api = await startApi({ features: [sample.feature] });
afterAll(() => api.stop());
const { as } = (await customerWithKey(api)) as { as: Credential };

const PLACES = 'documentId versionId versionSha256 textSha256 start end tier pageFirst words';

async function ask(content: string, more: object = { caseId: LEASE.caseId }): Promise<string> {
  const input = { task: 'case-scanning/fast-scan', messages: [{ role: 'USER', content }], ...more };
  const { data } = await api.graphql(RUN_TASK, { as, variables: { input } });
  return data.runTask.outcome.runId;
}

async function citationsOf(id: string, who: Credential = as): Promise<Json> {
  const { data, errors } = await api.graphql(
    `query ($id: ID!) { run(id: $id) { citations { outcome claims { isSupported faults citations { ${PLACES} } } } } }`,
    { as: who, variables: { id } },
  );
  expect(errors).toBeUndefined();
  return data.run?.citations ?? null;
}

test('a run has the places that its answer cites, with the words of the document', async () => {
  const { outcome, claims } = await citationsOf(await ask('When is the deposit returned?'));

  expect(outcome).toBe('SUPPORTED');
  const [citation] = claims[0].citations;
  expect(citation).toMatchObject({ documentId: LEASE.id, tier: 'EXACT', pageFirst: 2 });
  expect(citation.words).toBe(LEASE.text.slice(citation.start, citation.end));
});

test('words are gone once the version can’t be read any more, places and digests stay', async () => {
  const id = await ask('How was the deposit paid by the landlord, by bank transfer?', { documentIds: [LETTER.id] });
  const [before] = (await citationsOf(id)).claims[0].citations;
  expect(before.words).toBe(LETTER.text);

  sample.erased.add(before.versionId);

  expect((await citationsOf(id)).claims[0].citations).toEqual([{ ...before, words: null }]);
});

test('quotations that weren’t verified are counted by their faults', async () => {
  const { outcome, claims } = await citationsOf(
    await ask('sandbox:misquote What is the notice to terminate the lease?'),
  );

  expect(outcome).toBe('UNSUPPORTED');
  expect(claims.flatMap(({ faults }: Json) => faults).length).toBeGreaterThan(0);
  expect(claims.every(({ citations }: Json) => citations.length === 0)).toBe(true);
});

test('an answer without documents has none, and another customer doesn’t see the run', async () => {
  expect(await citationsOf(await ask('When is the deposit returned?', {}))).toBeNull();
  const other = (await customerWithKey(api)) as { as: Credential };

  expect(await citationsOf(await ask('When is the deposit returned?'), other.as)).toBeNull();
});
