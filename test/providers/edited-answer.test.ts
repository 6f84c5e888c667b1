import type { LanguageModelV4Content, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editedAnswer, editedParts } from '../../src/providers/calls/edited-answer.ts';
import type { AnswerEdits } from '../../src/providers/index.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { textOf } from '../support/providers/calling.ts';

const stops = (...stopAt: string[]): AnswerEdits => ({ stopAt, toolNames: {} });
const text = (said: string): LanguageModelV4Content => ({ type: 'text', text: said });

async function streamed(pieces: readonly string[], edits: AnswerEdits) {
  async function* source(): AsyncGenerator<LanguageModelV4StreamPart> {
    yield { type: 'text-start', id: '1' };
    for (const delta of pieces) yield { type: 'text-delta', id: '1', delta };
    yield { type: 'text-end', id: '1' };
    yield { type: 'tool-input-start', id: 'c', toolName: '_9a' };
    yield { type: 'tool-call', toolCallId: 'c', toolName: '_9a', input: '{}' };
    yield { type: 'source', sourceType: 'url', id: 's', url: 'https://example.org' };
    yield { type: 'finish', finishReason: { unified: 'length', raw: 'length' }, usage: {} as never };
  }
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of editedParts(source(), edits)) parts.push(part);
  return parts;
}

const reasonOf = (parts: readonly LanguageModelV4StreamPart[]) =>
  parts.flatMap((part) => (part.type === 'finish' ? [part.finishReason.unified] : []));

test('an answer ends at the stop sequence that is complete first', () => {
  const answer = { content: [text('one END two ## three')], finishReason: 'length' };

  expect(editedAnswer(answer, stops('##', 'END'))).toEqual({ content: [text('one ')], finishReason: 'stop' });
  expect(editedAnswer(answer, stops('nowhere'))).toEqual(answer);
});

test('nothing of an answer that ends at a sequence comes after it but the sources', () => {
  const content: LanguageModelV4Content[] = [
    text('one E'),
    text('two END three'),
    text('four'),
    { type: 'tool-call', toolCallId: 'c', toolName: 'a', input: '{}' },
    { type: 'source', sourceType: 'url', id: 's', url: 'https://example.org' },
  ];

  const edited = editedAnswer({ content, finishReason: 'tool-calls' }, stops('END'));

  expect(edited).toEqual({ content: [text('one E'), text('two '), content[4]], finishReason: 'stop' });
});

test('a stream ends at a stop sequence, with the usage of all that was written', async () => {
  const parts = await streamed(['one E', 'N', 'D two', ' three'], stops('END'));

  expect(textOf(parts)).toBe('one ');
  expect(parts.map(({ type }) => type)).not.toContain('tool-call');
  expect(parts.map(({ type }) => type)).toContain('source');
  expect(reasonOf(parts)).toEqual(['stop']);
});

test('what only looks like the beginning of a stop sequence is given out', async () => {
  const parts = await streamed(['one E', 'N'], stops('END'));

  expect(textOf(parts)).toBe('one EN');
  expect(reasonOf(parts)).toEqual(['length']);
});

test('a stream gives out at once what can’t belong to a stop sequence', async () => {
  const parts = await streamed(['one', ' two E', 'lse'], stops('END'));

  expect(parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []))).toEqual(['one', ' two ', 'Else']);
});

test('a stream says the same as a whole answer, however it is cut', async () => {
  const letters = fc.constantFrom('a', 'b', 'c');
  const words = fc.array(letters, { minLength: 1, maxLength: 4 }).map((some) => some.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(words, { maxLength: 12 }), fc.array(words, { maxLength: 3 }), async (pieces, stopAt) => {
      const whole = editedAnswer({ content: [text(pieces.join(''))], finishReason: 'length' }, stops(...stopAt));
      const parts = await streamed(pieces, stops(...stopAt));

      expect(textOf(parts)).toBe(whole.content.map((part) => (part.type === 'text' ? part.text : '')).join(''));
      expect(reasonOf(parts)).toEqual([whole.finishReason]);
    }),
    propertyRuns(300),
  );
});

test('tools have the caller’s names again, whole and streamed', async () => {
  const edits: AnswerEdits = { stopAt: [], toolNames: { _9a: '9a' } };
  const call: LanguageModelV4Content = { type: 'tool-call', toolCallId: 'c', toolName: '_9a', input: '{}' };

  const { content } = editedAnswer({ content: [call], finishReason: 'tool-calls' }, edits);
  const parts = await streamed([], edits);

  expect(content).toEqual([{ ...call, toolName: '9a' }]);
  expect(parts.flatMap((part) => ('toolName' in part ? [part.toolName] : []))).toEqual(['9a', '9a']);
});
