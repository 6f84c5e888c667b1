import type { LanguageModelV4Prompt, LanguageModelV4TextPart } from '@ai-sdk/provider';
import { argumentsOf, Transcript } from '../../runs/transcript.ts';
import { InvalidParameter } from '../errors.ts';
import { type Misfit, misfit, promptIn } from '../transcribe.ts';
import type { ChatContent, ChatMessage } from './chat-shape.ts';

/**
 * The messages of a chat as providers take them.
 * @param notApplied gets the names of parameters in messages that make no difference
 * @throws InvalidParameter
 */
export function promptOf(messages: readonly ChatMessage[], notApplied: string[]): LanguageModelV4Prompt {
  const transcript = new Transcript();
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at]!;
    noteEffectless(message, notApplied);
    const problem = added(transcript, message);
    if (problem) throw new InvalidParameter(`messages[${at}]${problem.place}`, problem.detail);
  }
  return promptIn(transcript, 'messages');
}

function added(transcript: Transcript, message: ChatMessage): Misfit | null {
  switch (message.role) {
    case 'system':
    case 'developer':
      return misfit('', transcript.system(textOf(message.content)));
    case 'user':
      return misfit('', transcript.user(partsOf(message.content)));
    case 'assistant':
      return addedAssistant(transcript, message);
    case 'tool':
      return misfit('.tool_call_id', transcript.toolResult(message.tool_call_id, textOf(message.content)));
  }
}

type AssistantMessage = Extract<ChatMessage, { role: 'assistant' }>;
type ToolCall = NonNullable<AssistantMessage['tool_calls']>[number];

function addedAssistant(transcript: Transcript, message: AssistantMessage): Misfit | null {
  const { content = null, refusal = null } = message;
  const calls = message.tool_calls ?? [];
  if (content === null && refusal === null && calls.length === 0) {
    return misfit('.content', 'A message of the assistant has `content`, `tool_calls` or `refusal`.');
  }
  if (content !== null) transcript.assistantText(textOf(content));
  if (refusal !== null) transcript.assistantText(refusal);
  for (let at = 0; at < calls.length; at++) {
    const problem = addedCall(transcript, calls[at]!);
    if (problem) return misfit(`.tool_calls[${at}]${problem.place}`, problem.detail);
  }
  return null;
}

function addedCall(transcript: Transcript, { id, function: { name, arguments: text } }: ToolCall): Misfit | null {
  const args = argumentsOf(text ?? '');
  if ('problem' in args) return misfit('.function.arguments', args.problem);
  return misfit('.id', transcript.toolCall(id, name, args.input));
}

function partsOf(content: ChatContent): LanguageModelV4TextPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.map((part) => ({ type: 'text', text: textOfPart(part) }));
}

function textOf(content: ChatContent): string {
  return typeof content === 'string' ? content : content.map(textOfPart).join('');
}

function textOfPart(part: Exclude<ChatContent, string>[number]): string {
  return part.type === 'text' ? part.text : part.refusal;
}

function noteEffectless({ name, content }: ChatMessage, notApplied: string[]): void {
  if (name) notApplied.push('messages[].name');
  if (typeof content === 'string' || !content) return;
  for (const part of content) {
    if (part.cache_control) notApplied.push('messages[].content[].cache_control');
    if (part.prompt_cache_breakpoint) notApplied.push('messages[].content[].prompt_cache_breakpoint');
  }
}
