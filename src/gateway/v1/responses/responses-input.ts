import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { argumentsOf, Transcript } from '../../runs/transcript.ts';
import { InvalidParameter } from '../errors.ts';
import { type Misfit, misfit, promptIn } from '../transcribe.ts';
import type { ResponsesContent, ResponsesItem } from './responses-shape.ts';

/**
 * The input of a response as providers take it.
 * @param notApplied gets the names of parameters in items that make no difference
 * @param encrypted gets the encrypted reasoning that the items carry
 * @throws InvalidParameter
 */
export function promptOf(
  input: string | readonly ResponsesItem[],
  instructions: string,
  notApplied: string[],
  encrypted: string[],
): LanguageModelV4Prompt {
  const transcript = new Transcript();
  if (instructions !== '') transcript.system(instructions);
  if (typeof input === 'string') transcript.user([{ type: 'text', text: input }]);
  else {
    for (let at = 0; at < input.length; at++) {
      const problem = added(transcript, input[at]!, notApplied, encrypted);
      if (problem) throw new InvalidParameter(`input[${at}]${problem.place}`, problem.detail);
    }
  }
  return promptIn(transcript, 'input');
}

function added(transcript: Transcript, item: ResponsesItem, notApplied: string[], encrypted: string[]): Misfit | null {
  switch (item.type) {
    case undefined:
    case 'message':
      return addedMessage(transcript, item, notApplied);
    case 'function_call':
      return addedCall(transcript, item);
    case 'function_call_output':
      return misfit('.call_id', transcript.toolResult(item.call_id, textOf(item.output, notApplied)));
    case 'reasoning':
      // Its summary is left out: only the model that wrote it has a use for it, in its encrypted form.
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

function addedMessage(
  transcript: Transcript,
  { role, content }: Extract<ResponsesItem, { role: string }>,
  notApplied: string[],
): Misfit | null {
  const text = textOf(content, notApplied);
  switch (role) {
    case 'system':
    case 'developer':
      return misfit('', transcript.system(text));
    case 'user':
      return misfit('', transcript.user([{ type: 'text', text }]));
    case 'assistant':
      transcript.assistantText(text);
      return null;
  }
}

function textOf(content: ResponsesContent, notApplied: string[]): string {
  if (typeof content === 'string') return content;
  let text = '';
  for (const part of content) {
    if (part.prompt_cache_breakpoint) notApplied.push('input[].content[].prompt_cache_breakpoint');
    text += part.type === 'refusal' ? part.refusal : part.text;
  }
  return text;
}
