import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { sandboxModel } from '../../../src/providers/sandbox/index.ts';
import { answered, DEPLOYMENT, saying, streamedParts, textIn } from './support.ts';

const COMPLAINT =
  'I am not happy with the invoice of 2026-03-12. The amount of 120.50 EUR is wrong. Please call Anna Smith at +44 20 7946 0958 or write to anna@example.com.';
const GERMAN = 'Guten Tag, ich bin mit der Lieferung nicht zufrieden und möchte das Gerät bitte zurückgeben.';

/** What a reader knows each task's kind of answer by. */
const KINDS: readonly (readonly [string, readonly RegExp[]])[] = [
  [
    'deep-reasoning/evidence-chain',
    [/^1\. Claim:/m, /^ {3}Evidence:/m, /Confidence: (?:high|medium|low)/, /^## Risk/m],
  ],
  ['deep-reasoning/synthesis', [/^### Where it pulls apart/m, /^### Taken together/m]],
  ['deep-reasoning/long-reasoning', [/^Step 1\./m, /^Conclusion:/m]],
  ['human-phrasing/warm-tone', [/^Dear reader,/m, /cannot promise/, /warm regards/]],
  ['human-phrasing/bilingual-outbound', [/^\*\*English\*\*/m, /^\*\*German\*\*/m]],
  ['human-phrasing/local-draft', [/never leaves it/, /^1\. Occasion:/m]],
  ['case-scanning/wide-window', [/^## Case file:/m, /first at character/]],
  ['case-scanning/fast-scan', [/\*\*In one line:\*\*/, /^- I am not happy/m]],
  ['case-scanning/cited-retrieval', [/\[1\]/, /^Sources/m]],
  ['fast-execution/field-extraction', [/^- dates: 2026-03-12/m, /^- emails: anna@example\.com/m]],
  ['fast-execution/filter-classify', [/^label: invoice/m, /^confidence: 0\.\d/m]],
  ['fast-execution/redact-draft', [/\[PHONE_1\]/, /\[EMAIL_1\]/, /Not final/]],
];

describe.each(KINDS)('%s', (task, signs) => {
  test('gives an answer of its kind, whole and streamed, said to be simulated', async () => {
    const text = await answered(task, saying(COMPLAINT));
    const parts = await streamedParts(task, saying(COMPLAINT));

    for (const sign of signs) expect(text).toMatch(sign);
    expect(text).toMatch(/^\[Simulated answer: no model was called\.\]/);
    expect(textIn(parts)).toBe(text);
    expect(parts[0]).toEqual({ type: 'stream-start', warnings: [] });
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'stop' } });
    expect(parts).toContainEqual(
      expect.objectContaining({ type: 'response-metadata', modelId: `sandbox/${DEPLOYMENT}` }),
    );
  });
});

test('the same prompt gets the same answer, and another another', async () => {
  const model = sandboxModel('deep-reasoning/evidence-chain', DEPLOYMENT);

  const [first, again, other] = await Promise.all(
    [COMPLAINT, COMPLAINT, GERMAN].map((text) => model.doGenerate(saying(text))),
  );

  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test('usage is counted: all of the prompt and all of the answer', async () => {
  const { content, usage } = await sandboxModel('case-scanning/fast-scan', DEPLOYMENT).doGenerate({
    prompt: [{ role: 'system', content: 'Be brief.' }, ...saying(COMPLAINT).prompt],
  });

  const text = content[0]?.type === 'text' ? content[0].text : '';
  const input = countTokens('Be brief.') + countTokens(COMPLAINT);
  expect(usage.inputTokens).toEqual({ total: input, noCache: input, cacheRead: 0, cacheWrite: 0 });
  expect(usage.outputTokens).toEqual({ total: countTokens(text), text: countTokens(text), reasoning: 0 });
});

test('long reasoning shows its thoughts and counts them', async () => {
  const parts = await streamedParts('deep-reasoning/long-reasoning', saying(COMPLAINT));

  expect(parts.some(({ type }) => type === 'reasoning-delta')).toBe(true);
  const finish = parts.at(-1)!;
  expect(finish.type === 'finish' && finish.usage.outputTokens.reasoning).toBeGreaterThan(0);
});

test('retrieval cites the addresses of the question, and else such as belong to nobody', async () => {
  const sourcesOf = async (text: string) =>
    (await streamedParts('case-scanning/cited-retrieval', saying(text))).flatMap((part) =>
      part.type === 'source' && part.sourceType === 'url' ? [part.url] : [],
    );

  expect(await sourcesOf('What does https://law.example/act/5 say of interest?')).toEqual([
    'https://law.example/act/5',
  ]);
  for (const url of await sourcesOf('What is said of interest?'))
    expect(url).toMatch(/^https:\/\/example\.org\/simulated\//);
});

test.each([
  [GERMAN, /^Guten Tag,/m],
  ['Bonjour, je ne suis pas content de la livraison et je vous prie de nous répondre.', /^Bonjour,/m],
  ['Mi pedido no llegó y por favor dígame qué se puede hacer con el dinero.', /^Hola:/m],
  ['xyzzy', /^Dear reader,/m],
])('a warm letter is in the language of what it answers: %s', async (text, greeting) => {
  expect(await answered('human-phrasing/warm-tone', saying(text))).toMatch(greeting);
});

test('a bilingual draft takes the language that was named', async () => {
  const text = await answered(
    'human-phrasing/bilingual-outbound',
    saying(`${COMPLAINT} Answer in English and Italian.`),
  );

  expect(text).toMatch(/^\*\*English\*\*/m);
  expect(text).toMatch(/^\*\*Italian\*\*/m);
});

test('bounds of the caller end it: tokens and stop words', async () => {
  const model = sandboxModel('deep-reasoning/evidence-chain', DEPLOYMENT);

  const short = await model.doGenerate({ ...saying(COMPLAINT), maxOutputTokens: 12 });
  const stopped = await model.doGenerate({ ...saying(COMPLAINT), stopSequences: ['Evidence:'] });

  expect(short.finishReason.unified).toBe('length');
  expect(short.usage.outputTokens.total).toBeLessThanOrEqual(12);
  expect(stopped.finishReason.unified).toBe('stop');
  expect(JSON.stringify(stopped.content)).not.toContain('Evidence:');
});

test('a stream keeps its pace, and ends when nobody wants it any more', async () => {
  const leaving = new AbortController();
  const { stream } = await sandboxModel('case-scanning/fast-scan', DEPLOYMENT, { tokensPerSecond: 1 }).doStream({
    ...saying(COMPLAINT),
    abortSignal: leaving.signal,
  });
  const reading = (async () => {
    for await (const part of stream) if (part.type === 'text-start') leaving.abort(new Error('gone'));
  })();

  await expect(reading).rejects.toThrow('gone');
});

test('eight megabytes are answered without being counted one by one', async () => {
  const { usage } = await sandboxModel('case-scanning/wide-window', DEPLOYMENT).doGenerate(
    saying('an old file. '.repeat(600_000)),
  );

  expect(usage.inputTokens.total).toBeGreaterThan(1_500_000);
});
