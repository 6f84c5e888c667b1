import { expect, test } from 'vitest';
import { FakeProviders, finish, readAll, rejection, request, said, startGateway } from './support.ts';

const BEFORE_HOSTED = { redaction: 'BEFORE_HOSTED' } as const;
const ASKED = 'Write to anna@example.com about DE89 3704 0044 0532 0130 00, says Ada Lovelace.';
const SENT = 'Write to [EMAIL_1] about [IBAN_1], says [NAME_1].';
const asking = (content: string, more: object = {}) =>
  request({ prompt: [{ role: 'user', content: [{ type: 'text', text: content }] }], ...more });
const sentTo = (providers: FakeProviders, call = 0) => JSON.stringify(providers.calls[call]!.call.options.prompt);

test('what identifies somebody does not reach a hosted model, and stands in the answer again', async () => {
  const providers = new FakeProviders({
    answer: {
      content: [
        { type: 'reasoning', text: 'It is [NAME_1].' },
        {
          type: 'source',
          sourceType: 'url',
          id: '1',
          url: 'https://example.org/',
          title: 'About [NAME_1]',
          providerMetadata: { imprimatur: { date: '2026-05-03', snippet: '[NAME_1] says so.' } },
        },
        { type: 'text', text: 'Sent to [EMAIL_1], not to [EMAIL_9].' },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'send', input: '{"to":"[EMAIL_1]"}' },
      ],
      finishReason: 'tool-calls',
    },
  });
  const gateway = await startGateway(providers, { task: BEFORE_HOSTED, names: ['Ada Lovelace'] });

  const run = await gateway.runner.complete(gateway.ctx(), asking(ASKED));

  expect(sentTo(providers)).toContain(SENT);
  expect(sentTo(providers)).not.toMatch(/anna|DE89|Lovelace/);
  expect(run).toMatchObject({
    text: 'Sent to anna@example.com, not to [EMAIL_9].',
    reasoning: 'It is Ada Lovelace.',
    toolCalls: [{ argumentsText: '{"to":"anna@example.com"}' }],
    citations: [{ title: 'About Ada Lovelace', date: '2026-05-03', snippet: 'Ada Lovelace says so.' }],
    warnings: ['Redacted before it was sent: 1 EMAIL, 1 IBAN, 1 NAME.'],
  });
  const { run: row } = await gateway.logged();
  expect(row.redactions).toEqual({ EMAIL: 1, IBAN: 1, NAME: 1 });
});

test('every text of a conversation is redacted alike, but neither the task’s own instructions nor files', async () => {
  const providers = new FakeProviders({ answer: {} });
  const gateway = await startGateway(providers, {
    task: { ...BEFORE_HOSTED, instructions: 'Ask help@example.com.' },
  });

  await gateway.runner
    .complete(
      gateway.ctx(),
      request({
        prompt: [
          { role: 'system', content: 'For bob@example.com.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'bob@example.com and eve@example.com' },
              { type: 'file', mediaType: 'text/plain', data: { type: 'text', text: 'bob@example.com' } },
            ],
          },
          {
            role: 'assistant',
            content: [
              { type: 'tool-call', toolCallId: 'c', toolName: 'find', input: { 'eve@example.com': 4111111111111111 } },
            ],
          },
          {
            role: 'tool',
            content: [
              {
                type: 'tool-result',
                toolCallId: 'c',
                toolName: 'find',
                output: { type: 'json', value: [{ mail: 'bob@example.com' }, 'eve@example.com', 7, null, true] },
              },
            ],
          },
        ],
      }),
    )
    .catch(() => {});

  const [own, system, user, assistant, tool] = providers.calls[0]!.call.options.prompt;
  expect(own).toEqual({ role: 'system', content: 'Ask help@example.com.' });
  expect(system).toEqual({ role: 'system', content: 'For [EMAIL_1].' });
  expect(user).toMatchObject({
    content: [{ text: '[EMAIL_1] and [EMAIL_2]' }, { data: { type: 'text', text: 'bob@example.com' } }],
  });
  expect(assistant).toMatchObject({ content: [{ input: { '[EMAIL_2]': '[CARD_1]' } }] });
  expect(tool).toMatchObject({
    content: [{ output: { type: 'json', value: [{ mail: '[EMAIL_1]' }, '[EMAIL_2]', 7, null, true] } }],
  });
});

test('a stream that is cut at every character is restored, in each of its texts', async () => {
  const cut = (type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta', id: string, whole: string) =>
    [...whole].map((delta) => ({ type, id, delta }) as const);
  const providers = new FakeProviders({
    parts: [
      ...cut('reasoning-delta', 'r', 'To [NAME_1] [NAME_'),
      { type: 'reasoning-end', id: 'r' },
      ...cut('text-delta', 't', 'Dear [NAME_1], [[EMAIL_1]] [x] ['),
      { type: 'tool-input-start', id: 'c', toolName: 'send' },
      ...cut('tool-input-delta', 'c', '{"to":"[EMAIL_1]"}'),
      { type: 'tool-input-end', id: 'c' },
      { type: 'source', sourceType: 'url', id: 's', url: 'https://example.org/', title: '[NAME_1]' },
      finish('tool-calls'),
    ],
  });
  const gateway = await startGateway(providers, { task: BEFORE_HOSTED, names: ['Ada "Byron" Lovelace'] });

  const parts = await readAll(
    await gateway.runner.stream(
      gateway.ctx(),
      asking('"o\'brien x"@example.com, Ada Lovelace, Ada Byron Lovelace', { isStreamed: true }),
    ),
  );

  const joined = (type: string, member: string) =>
    parts.map((part) => (part.type === type ? (part as never)[member] : '')).join('');
  expect(said(parts)).toBe('Dear Ada Byron Lovelace, ["o\'brien x"@example.com] [x] [');
  expect(joined('reasoning', 'text')).toBe('To Ada Byron Lovelace [NAME_');
  // In JSON a quotation mark stays one of the text.
  expect(JSON.parse(joined('tool-call-delta', 'argumentsText'))).toEqual({ to: '"o\'brien x"@example.com' });
  expect(parts.find(({ type }) => type === 'citation')).toMatchObject({ citation: { title: 'Ada Byron Lovelace' } });
});

test('an answer in JSON is restored within its strings, before it is checked', async () => {
  const providers = new FakeProviders({ answer: { content: [{ type: 'text', text: '{"to":"[EMAIL_1]"}' }] } });
  const gateway = await startGateway(providers, { task: BEFORE_HOSTED });
  const schema = { type: 'object', properties: { to: { type: 'string', pattern: '@' } }, required: ['to'] } as const;

  const run = await gateway.runner.complete(
    gateway.ctx(),
    asking('"o\'brien x"@example.com', { json: { schema, name: null } }),
  );

  expect(JSON.parse(run.text)).toEqual({ to: '"o\'brien x"@example.com' });
});

test('who wants to keep the redaction says so, and some tasks keep it by themselves', async () => {
  const answer = { answer: { content: [{ type: 'text' as const, text: 'To [EMAIL_1].' }] } };
  const kept = await startGateway(new FakeProviders(answer), { task: { ...BEFORE_HOSTED, restoresRedacted: false } });
  const restored = await startGateway(new FakeProviders(answer), { task: BEFORE_HOSTED });
  const run = (gateway: typeof kept, restoresRedacted: boolean | null) =>
    gateway.runner.complete(gateway.ctx(), asking('a@example.com', { restoresRedacted }));

  expect((await run(kept, null)).text).toBe('To [EMAIL_1].');
  expect((await run(kept, true)).text).toBe('To a@example.com.');
  expect((await run(restored, null)).text).toBe('To a@example.com.');
  expect((await run(restored, false)).text).toBe('To [EMAIL_1].');
  expect((await run(restored, false)).warnings).toEqual([
    'Redacted before it was sent: 1 EMAIL, and not restored in the answer.',
  ]);
});

test('a customer’s own server is sent all of it, be it after a hosted model that failed', async () => {
  const { ProviderFailure } = await import('../../../src/providers/index.ts');
  const providers = new FakeProviders({ fail: new ProviderFailure('PROVIDER_ERROR', 'down') }, { answer: {} });
  const gateway = await startGateway(providers, {
    task: BEFORE_HOSTED,
    deployments: [{ id: 'openai/one' }, { id: 'own/two', dataClass: 'LOCAL_ONLY' }],
    attempts: { most: 2, perDeployment: 1 },
  });

  const run = await gateway.runner.complete(gateway.ctx(), asking('a@example.com'));

  expect(sentTo(providers, 0)).toContain('[EMAIL_1]');
  expect(sentTo(providers, 1)).toContain('a@example.com');
  expect(run.warnings).toEqual([]);
  expect((await gateway.logged()).run.redactions).toEqual({ EMAIL: 1 });
});

test('where all of it stays in the house, or the task does not want it, nothing is looked for', async () => {
  const local = new FakeProviders({ answer: {} });
  const own = await startGateway(local, {
    task: BEFORE_HOSTED,
    deployments: [{ id: 'own/two', dataClass: 'LOCAL_ONLY' }],
  });
  const hosted = new FakeProviders({ answer: {} });
  const without = await startGateway(hosted);

  await own.runner.complete(own.ctx(), asking('a@example.com'));
  await without.runner.complete(without.ctx(), asking('a@example.com'));

  expect(sentTo(local)).toContain('a@example.com');
  expect(sentTo(hosted)).toContain('a@example.com');
  expect((await own.logged()).run.redactions).toBeNull();
  expect((await without.logged()).run.redactions).toBeNull();
});

test('more than is looked for is refused, and not sent as it is', async () => {
  const providers = new FakeProviders({ answer: {} });
  const gateway = await startGateway(providers, { task: BEFORE_HOSTED });

  const refused = await rejection(gateway.runner.complete(gateway.ctx(), asking('10.0.0.1 '.repeat(20_001))));

  expect(refused).toMatchObject({ code: 'INPUT_INVALID' });
  expect(providers.calls).toEqual([]);
  expect(gateway.reservations).toEqual([]);
});

test('a redacted prompt that has more tokens than what it stands for is reserved by those', async () => {
  const text = 'Li and Bo ask Mo, and Mo asks Li. '.repeat(20);
  const providers = new FakeProviders({ answer: {} }, { answer: {} });
  const plain = await startGateway(new FakeProviders({ answer: {} }));
  const gateway = await startGateway(providers, { task: BEFORE_HOSTED, names: ['Li', 'Bo', 'Mo'] });

  await plain.runner.complete(plain.ctx(), asking(text));
  await gateway.runner.complete(gateway.ctx(), asking(text));
  const counted = async ({ logged }: typeof gateway) => (await logged()).run.decision.request.inputTokens as number;

  expect(sentTo(providers)).toContain('[NAME_1]');
  expect(await counted(gateway)).toBeGreaterThan((await counted(plain)) * 1.5);
});
