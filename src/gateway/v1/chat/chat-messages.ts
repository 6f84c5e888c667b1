import type { LanguageModelV4Prompt, LanguageModelV4TextPart } from '@ai-sdk/provider';
import { withBreakpoint } from '../../../providers/index.ts';
import { argumentsOf, Transcript } from '../../runs/transcript.ts';
import { breakpointIn, piecesOf, type TextPiece } from '../cache-marks.ts';
import { InvalidParameter } from '../errors.ts';
import { type Misfit, misfit, promptIn } from '../transcribe.ts';
import type { ChatContent, ChatMessage } from './chat-shape.ts';

/**
 * Converts chat messages to the format of providers.
 * @param notApplied collects the names of message parameters without effect
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
      return misfit('', addedSystem(transcript, message.content));
    case 'user':
      return misfit('', transcript.user(partsOf(message.content)));
    case 'assistant':
      return addedAssistant(transcript, message);
    case 'tool':
      return misfit('.tool_call_id', addedResult(transcript, message));
  }
}

type AssistantMessage = Extract<ChatMessage, { role: 'assistant' }>;
type ToolCall = NonNullable<AssistantMessage['tool_calls']>[number];

function addedAssistant(transcript: Transcript, message: AssistantMessage): Misfit | null {
  const { content = null, refusal = null } = message;
  const calls = message.tool_calls ?? [];
  if (content === null && refusal === null && calls.length === 0) {
    return misfit('.content', 'An assistant message must have `content`, `tool_calls` or `refusal`.');
  }
  if (content !== null)
    for (const { text, breakpoint } of piecesIn(content)) transcript.assistantText(text, breakpoint);
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

/** Adds a system message. Each cache mark within its content ends a message, and the rest becomes a further message. */
function addedSystem(transcript: Transcript, content: ChatContent): string | null {
  let problem: string | null = null;
  for (const { text, breakpoint } of piecesIn(content)) problem ??= transcript.system(text, breakpoint);
  return problem;
}

function addedResult(transcript: Transcript, message: Extract<ChatMessage, { role: 'tool' }>): string | null {
  const pieces = piecesIn(message.content);
  const breakpoint = pieces.findLast((piece) => piece.breakpoint !== null)?.breakpoint ?? null;
  return transcript.toolResult(message.tool_call_id, pieces.map(({ text }) => text).join(''), breakpoint);
}

function partsOf(content: ChatContent): LanguageModelV4TextPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.map((part) => withBreakpoint({ type: 'text', text: textOfPart(part) }, breakpointIn(part)));
}

function piecesIn(content: ChatContent): TextPiece[] {
  return typeof content === 'string' ? [{ text: content, breakpoint: null }] : piecesOf(content, textOfPart);
}

function textOfPart(part: Exclude<ChatContent, string>[number]): string {
  return part.type === 'text' ? part.text : part.refusal;
}

function noteEffectless({ name }: ChatMessage, notApplied: string[]): void {
  if (name) notApplied.push('messages[].name');
}
