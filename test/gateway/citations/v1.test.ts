import OpenAI from 'openai';
import { afterAll, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { type Json, startApi } from '../../support/api.ts';
import { LEASE, SampleDocuments } from './support.ts';

const api = await startApi({ features: [new SampleDocuments([LEASE]).feature] });
afterAll(() => api.stop());
const { token } = await customerWithKey(api);
const client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: token });

const model = 'case-scanning/fast-scan';
const QUESTION = 'When is the deposit returned?';
const messages = [{ role: 'user' as const, content: QUESTION }];
const imprimatur = { case_id: LEASE.caseId };
const SENTENCE = LEASE.text.split('\n\n')[1]!;

/** Members of this service in a request of the package. */
const extended = <Body extends object>(body: Body): Body => ({ ...body, imprimatur });

const annotation = (text: string) => ({
  title: 'lease.pdf',
  url: expect.stringMatching(/^urn:imprimatur:doc_\w+:dcv_\w+#char=\d+,\d+$/),
  start_index: text.indexOf(SENTENCE),
  end_index: text.indexOf(SENTENCE) + SENTENCE.length,
});
const OURS = { document_id: LEASE.id, words: SENTENCE, tier: 'exact', page_first: 2, claim: 0, is_elsewhere: false };

test('chat completions have annotations of OpenAI’s shape', async () => {
  const completion = await client.chat.completions.create(extended({ model, messages }));

  const { content, annotations } = completion.choices[0]!.message;
  expect(annotations).toMatchObject([{ type: 'url_citation', url_citation: annotation(content!), imprimatur: OURS }]);
  const { answer } = (completion as Json).imprimatur;
  expect(answer).toMatchObject({ outcome: 'supported', claims: [{ is_supported: true, faulty_quotations: [] }] });
});

test('a streamed completion has its text first, then all annotations', async () => {
  const stream = await client.chat.completions.create(extended({ model, messages, stream: true as const }));

  const deltas: Json[] = [];
  let last: Json;
  for await (const chunk of stream) {
    last = chunk;
    deltas.push(chunk.choices[0]?.delta ?? {});
  }
  const text = deltas.map(({ content }) => content ?? '').join('');
  const at = deltas.findIndex(({ annotations }) => annotations);
  expect(deltas[at].annotations).toMatchObject([{ type: 'url_citation', url_citation: annotation(text) }]);
  expect(deltas.slice(at + 1).every(({ content }) => !content)).toBe(true);
  expect(last.imprimatur.answer.outcome).toBe('supported');
});

test('responses have annotations in their text, streamed or not', async () => {
  const body = { model, input: QUESTION };
  const whole = await client.responses.create(extended(body));
  const stream = await client.responses.create(extended({ ...body, stream: true as const }));
  const events: Json[] = [];
  for await (const event of stream) events.push(event);

  const completed = events.find(({ type }) => type === 'response.completed').response;
  for (const response of [whole, completed] as Json[]) {
    const [part] = response.output.find(({ type }: Json) => type === 'message').content;
    expect(part.annotations).toMatchObject([{ type: 'url_citation', ...annotation(part.text), imprimatur: OURS }]);
  }
  const added = events.filter(({ type }) => type === 'response.output_text.annotation.added');
  expect(added).toMatchObject([{ annotation_index: 0, annotation: { type: 'url_citation' } }]);
});

test('a task that can’t answer from documents is refused, and an unknown member is named', async () => {
  const refused = await client.chat.completions
    .create(extended({ model: 'human-phrasing/warm-tone', messages }))
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('can’t answer from documents') });

  const unknown = await client.chat.completions
    .create({ model, messages, imprimatur: { caseId: LEASE.caseId } } as never)
    .catch((error: unknown) => error);
  expect(unknown).toMatchObject({ status: 400, message: expect.stringContaining('imprimatur.caseId') });
});

test('a case that the key can’t read gets 404', async () => {
  const refused = await client.chat.completions
    .create({ model, messages, imprimatur: { case_id: 'cas_01m818k5q9er0az63q2g08xk99' } } as never)
    .catch((error: unknown) => error);

  expect(refused).toMatchObject({ status: 404 });
});
