import { describe, expect, test } from 'vitest';
import { DIALECTS, type DialectName, refusalOf } from '../../support/providers/strict/index.ts';
import { ANTHROPIC } from './examples/anthropic.ts';
import { DEEPSEEK, MISTRAL, OWN, PERPLEXITY } from './examples/chats.ts';
import { changed, type Examples } from './examples/example.ts';
import { GOOGLE } from './examples/google.ts';
import { OPENAI_CHAT, OPENAI_IMAGES, OPENAI_RESPONSES } from './examples/openai.ts';
import { XAI } from './examples/xai.ts';

const EXAMPLES: Readonly<Record<DialectName, Examples>> = {
  'openai-chat': OPENAI_CHAT,
  'openai-responses': OPENAI_RESPONSES,
  'openai-images': OPENAI_IMAGES,
  anthropic: ANTHROPIC,
  google: GOOGLE,
  mistral: MISTRAL,
  deepseek: DEEPSEEK,
  xai: XAI,
  perplexity: PERPLEXITY,
  own: OWN,
};

describe.each(Object.keys(DIALECTS) as DialectName[])('the rules of %s', (name) => {
  const { rules } = DIALECTS[name];
  const { plain, of } = EXAMPLES[name];

  test('have names of their own, a sentence, a source and an example each', () => {
    expect(Object.keys(of).sort()).toEqual(rules.map((rule) => rule.name).sort());
    for (const { says, source } of rules) {
      expect(says).toMatch(/^[\p{L}\d_].*\.$/u);
      expect(source.length).toBeGreaterThan(5);
    }
  });

  test('take a plain request', () => expect(refusalOf(name, plain)).toBeNull());

  test.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_, rule) => {
    const [refused, taken] = of[rule.name]!;

    const refusal = refusalOf(name, ...changed(plain, refused));

    expect(refusal?.rule.name).toBe(rule.name);
    expect(refusal?.status).toBe(rule.status);
    expect(JSON.stringify(refusal?.body)).toContain(JSON.stringify(refusal!.offence.message).slice(1, -1).slice(0, 30));
    expect(refusal?.offence.at).not.toBe('');
    expect(refusalOf(name, ...changed(plain, taken))).toBeNull();
  });
});
