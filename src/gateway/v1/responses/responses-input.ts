import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { withBreakpoint } from '../../../providers/index.ts';
import { argumentsOf, Transcript } from '../../runs/transcript.ts';
import { piecesOf, type TextPiece } from '../cache-marks.ts';
import { InvalidParameter } from '../errors.ts';
import { type Misfit, misfit, promptIn } from '../transcribe.ts';
import type { ResponsesContent, ResponsesItem } from './responses-shape.ts';

/**
 * Converts the input of a response to the format of providers.
 * @param encrypted collects the encrypted reasoning of the items
 * @throws InvalidParameter
 */
export function promptOf(
  input: string | readonly ResponsesItem[],
  instructions: string,
  encrypted: string[],
): LanguageModelV4Prompt {
  const transcript = new Transcript();
  if (instructions !== '') transcript.system(instructions);
  if (typeof input === 'string') transcript.user([{ type: 'text', text: input }]);
  else {
    for (let at = 0; at < input.length; at++) {
      const problem = added(transcript, input[at]!, encrypted);
      if (problem) throw new InvalidParameter(`input[${at}]${problem.place}`, problem.detail);
    }
  }
  return promptIn(transcript, 'input');
}

function added(transcript: Transcript, item: ResponsesItem, encrypted: string[]): Misfit | null {
  switch (item.type) {
    case undefined:
    case 'message':
      return addedMessage(transcript, item);
    case 'function_call':
      return addedCall(transcript, item);
    case 'function_call_output':
      return misfit('.call_id', addedResult(transcript, item));
    case 'reasoning':
      // The summary is left out: only the model that wrote the reasoning can use it, in its encrypted form.
      if (typeof item.encrypted_content === 'string') encrypted.push(item.encrypted_content);
      return null;
  }
}

function addedCall(
  transcript: Transcript,
  { call_id: id, name, arguments: text }: Extract<ResponsesItem, { type: 'function_call' }>,
): Misfit | null {
  const args = argumentsOf(text ?? '');
  if ('problem' in args) return misfit('.arguments', args.problem);
  return misfit('.call_id', transcript.toolCall(id, name, args.input));
}

function addedResult(
  transcript: Transcript,
  { call_id: id, output }: Extract<ResponsesItem, { type: 'function_call_output' }>,
): string | null {
  const pieces = piecesIn(output);
  const breakpoint = pieces.findLast((piece) => piece.breakpoint !== null)?.breakpoint ?? null;
  return transcript.toolResult(id, pieces.map(({ text }) => text).join(''), breakpoint);
}

function addedMessage(
  transcript: Transcript,
  { role, content }: Extract<ResponsesItem, { role: string }>,
): Misfit | null {
  const pieces = piecesIn(content);
  switch (role) {
    case 'system':
    case 'developer': {
      let problem: string | null = null;
      for (const { text, breakpoint } of pieces) problem ??= transcript.system(text, breakpoint);
      return misfit('', problem);
    }
    case 'user':
      return misfit(
        '',
        transcript.user(pieces.map(({ text, breakpoint }) => withBreakpoint({ type: 'text', text }, breakpoint))),
      );
    case 'assistant':
      for (const { text, breakpoint } of pieces) transcript.assistantText(text, breakpoint);
      return null;
  }
}

function piecesIn(content: ResponsesContent): TextPiece[] {
  if (typeof content === 'string') return [{ text: content, breakpoint: null }];
  return piecesOf(content, (part) => (part.type === 'refusal' ? part.refusal : part.text));
}
