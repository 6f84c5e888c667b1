import { expect, test } from 'vitest';
import type { TextTask } from '../../../src/models/index.ts';
import { FakeProviders, finish, startGateway, USAGE } from '../runs/support.ts';
import { LEASE, LETTER, SampleDocuments } from './support.ts';

const QUESTION = 'When is the deposit returned?';
const SENTENCE = LEASE.text.split('\n\n')[1]!;
const task = { name: 'case-scanning/fast-scan', slot: 'case-scanning/fast-scan' } satisfies Partial<TextTask>;

const request = (more: object = {}) => ({
  task: task.name,
  prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: QUESTION }] }],
  maxOutputTokens: null,
  temperature: null,
  topP: null,
  stopSequences: [],
  seed: null,
  tools: [],
  toolChoice: null,
  json: null,
  preference: null,
  surface: 'GRAPHQL' as const,
  isStreamed: false,
  isSealed: false,
  idempotencyKey: null,
  isOneToolAtATime: false,
  restoresRedacted: null,
  documents: { caseId: LEASE.caseId, documentIds: [] },
  ...more,
});

/** A citation as Anthropic's package gives it. */
const citation = (passage: number, citedText: string) => ({
  source: {
    type: 'source' as const,
    sourceType: 'document' as const,
    id: '0',
    mediaType: 'text/plain',
    title: `Passage ${passage}`,
  },
  citedText,
});

const TEXT = { type: 'text' as const, text: 'It is returned within six weeks.', citations: [citation(1, SENTENCE)] };
const OPTIONS = {
  task,
  documents: new SampleDocuments([LEASE, LETTER]),
  deployments: [{ id: 'anthropic/claude-sonnet-5-5', provider: 'anthropic' as const, model: 'claude-sonnet-5-5' }],
};

test('Anthropic gets each passage as a citable document, and its citations are verified', async () => {
  const providers = new FakeProviders({
    answer: { content: [TEXT, { type: 'text', text: '\nNothing else is due.' }] },
  });
  const gateway = await startGateway(providers, OPTIONS);

  const { cited, text } = await gateway.runner.complete(gateway.ctx(), request());

  const prompt = providers.calls[0]!.call.options.prompt;
  const files = prompt.flatMap(({ role, content }) =>
    role === 'user' ? content.filter(({ type }) => type === 'file') : [],
  );
  expect(files).toHaveLength(5);
  for (const file of files) {
    expect(file).toMatchObject({
      mediaType: 'text/plain',
      filename: expect.stringMatching(/^Passage \d$/),
      providerOptions: { anthropic: { citations: { enabled: true } } },
    });
  }
  expect(JSON.stringify(prompt)).not.toContain('imprimaturPassages');
  expect(cited!.outcome).toBe('PARTLY_SUPPORTED');
  const [first] = cited!.claims;
  expect(first!.citations[0]).toMatchObject({ documentId: LEASE.id, words: SENTENCE, tier: 'EXACT' });
  expect(text.slice(first!.start, first!.end)).toBe(TEXT.text);
});

test('streamed citations support the text they belong to', async () => {
  const providers = new FakeProviders({
    parts: [
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'It is returned within six weeks.' },
      { type: 'text-end', id: '1', citations: TEXT.citations },
      { type: 'text-start', id: '2' },
      { type: 'text-delta', id: '2', delta: '\nThe rent is zero.' },
      { type: 'text-end', id: '2', citations: [citation(1, 'The rent is zero pounds and verified.')] },
      finish('stop', USAGE),
    ],
  });
  const gateway = await startGateway(providers, OPTIONS);

  const { parts } = await gateway.runner.stream(gateway.ctx(), request({ isStreamed: true }));
  let end: Awaited<ReturnType<typeof gateway.runner.complete>>['cited'];
  for await (const part of parts) if (part.type === 'end') end = part.end.cited;

  expect(end!.claims.map(({ isSupported }) => isSupported)).toEqual([true, false]);
  expect(end!.claims[1]!.faultyQuotations).toMatchObject([{ fault: expect.stringMatching(/NOT_FOUND|ALTERED/) }]);
});

test('other providers get numbered passages as text', async () => {
  const answer = `It is returned within six weeks.\n> [1] ${SENTENCE}`;
  const providers = new FakeProviders({ answer: { content: [{ type: 'text', text: answer }] } });
  const gateway = await startGateway(providers, {
    ...OPTIONS,
    deployments: [{ id: 'openai/gpt-6-luna', provider: 'openai', model: 'gpt-6-luna' }],
  });

  const { cited } = await gateway.runner.complete(gateway.ctx(), request());

  const sent = JSON.stringify(providers.calls[0]!.call.options.prompt);
  expect(sent).toContain('[1]\\n');
  expect(sent).toContain('> [number of the passage]');
  expect(sent).not.toContain('"file"');
  expect(cited).toMatchObject({ outcome: 'SUPPORTED' });
});

test('personal data in passages is redacted before a hosted model, and restored before the check', async () => {
  const mail = 'Payments are announced to clara.weiss@example.com one week before they are made.';
  const providers = new FakeProviders({
    answer: {
      content: [
        { type: 'text', text: `They are announced.\n> [1] ${mail.replace('clara.weiss@example.com', '[EMAIL_1]')}` },
      ],
    },
  });
  const gateway = await startGateway(providers, {
    ...OPTIONS,
    task: { ...task, redaction: 'BEFORE_HOSTED' },
    documents: new SampleDocuments([{ ...LEASE, text: mail }]),
  });

  const { cited } = await gateway.runner.complete(gateway.ctx(), request());

  expect(JSON.stringify(providers.calls[0]!.call.options.prompt)).not.toContain('clara.weiss');
  expect(cited!.claims[0]!.citations[0]).toMatchObject({ words: mail, tier: 'EXACT' });
});
