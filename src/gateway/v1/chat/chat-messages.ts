import type { LanguageModelV4Prompt, LanguageModelV4TextPart } from '@ai-sdk/provider';
import { argumentsOf, Transcript } from '../../runs/transcript.ts';
import { accepted, InvalidParameter } from '../errors.ts';
import { toolNameAt } from '../tools.ts';
import { isObject, type Members, objectAt, refuseUnknown, textAt } from '../values.ts';

const MAX_MESSAGES = 10_000;
const MAX_PARTS = 1_000;
const MAX_ID = 256;

const TEXT_MESSAGE = new Set(['role', 'content', 'name']);
const TOOL_MESSAGE = new Set(['role', 'content', 'tool_call_id', 'name']);
/** All that comes in an answer as well: clients put it back as they got it. */
const ASSISTANT_MESSAGE = new Set([
  'role',
  'content',
  'name',
  'tool_calls',
  'refusal',
  'annotations',
  'audio',
  'function_call',
  'reasoning_content',
  'reasoning',
  'parsed',
]);
const TOOL_CALL = new Set(['id', 'type', 'function', 'index']);
const CALLED = new Set(['name', 'arguments', 'parsed_arguments']);
const PART = new Set(['type', 'text', 'refusal', 'cache_control', 'prompt_cache_breakpoint']);

/**
 * The messages of a chat as providers take them.
 * @param notApplied gets the names of parameters in messages that make no difference
 * @throws InvalidParameter
 */
export function promptOf(messages: unknown, notApplied: Set<string>): LanguageModelV4Prompt {
  if (!Array.isArray(messages)) {
    throw new InvalidParameter(
      'messages',
      '`messages` must be a list of messages.',
      messages === undefined ? 'missing_required_parameter' : 'invalid_type',
    );
  }
  if (messages.length === 0) throw new InvalidParameter('messages', '`messages` is empty.', 'empty_array');
  if (messages.length > MAX_MESSAGES) {
    throw new InvalidParameter(
      'messages',
      `\`messages\` has more than ${MAX_MESSAGES} messages.`,
      'array_above_max_length',
    );
  }
  const transcript = new Transcript();
  for (let at = 0; at < messages.length; at++) addMessage(transcript, messages[at], `messages[${at}]`, notApplied);
  accepted('messages', transcript.end());
  if (transcript.isEmpty) {
    throw new InvalidParameter('messages', '`messages` has no text: there is nothing to answer.', 'empty_array');
  }
  return transcript.prompt;
}

function addMessage(transcript: Transcript, value: unknown, param: string, notApplied: Set<string>): void {
  const message = objectAt(value, param);
  if (message.name !== undefined && message.name !== null) notApplied.add('messages[].name');
  if (Array.isArray(message.content)) noteCacheMarks(message.content, notApplied);
  switch (message.role) {
    case 'system':
    case 'developer':
      refuseUnknown(message, TEXT_MESSAGE, param);
      accepted(param, transcript.system(textOf(message.content, `${param}.content`)));
      return;
    case 'user':
      refuseUnknown(message, TEXT_MESSAGE, param);
      accepted(param, transcript.user(partsOf(message.content, `${param}.content`)));
      return;
    case 'assistant':
      addAssistant(transcript, message, param);
      return;
    case 'tool':
      refuseUnknown(message, TOOL_MESSAGE, param);
      accepted(
        `${param}.tool_call_id`,
        transcript.toolResult(
          textAt(message.tool_call_id, `${param}.tool_call_id`, MAX_ID),
          textOf(message.content, `${param}.content`),
        ),
      );
      return;
    default:
      throw new InvalidParameter(
        `${param}.role`,
        `\`${param}.role\` takes \`system\`, \`developer\`, \`user\`, \`assistant\` or \`tool\`.`,
      );
  }
}

function addAssistant(transcript: Transcript, message: Members, param: string): void {
  refuseUnknown(message, ASSISTANT_MESSAGE, param);
  const { content, refusal, tool_calls: calls, function_call: old } = message;
  if (old !== undefined && old !== null) {
    throw new InvalidParameter(
      `${param}.function_call`,
      '`function_call` is not taken: use `tool_calls`.',
      'unsupported_parameter',
    );
  }
  const hasCalls = Array.isArray(calls) && calls.length > 0;
  const hasRefusal = refusal !== undefined && refusal !== null;
  if (content !== undefined && content !== null) transcript.assistantText(textOf(content, `${param}.content`));
  else if (!hasCalls && !hasRefusal) {
    throw new InvalidParameter(`${param}.content`, `\`${param}\` has neither \`content\` nor \`tool_calls\`.`);
  }
  if (hasRefusal) transcript.assistantText(textAt(refusal, `${param}.refusal`));
  if (calls === undefined || calls === null) return;
  if (!Array.isArray(calls)) {
    throw new InvalidParameter(`${param}.tool_calls`, `\`${param}.tool_calls\` must be a list.`, 'invalid_type');
  }
  for (let at = 0; at < calls.length; at++) addToolCall(transcript, calls[at], `${param}.tool_calls[${at}]`);
}

function addToolCall(transcript: Transcript, value: unknown, param: string): void {
  const call = objectAt(value, param);
  refuseUnknown(call, TOOL_CALL, param);
  if (call.type !== undefined && call.type !== 'function') {
    throw new InvalidParameter(
      `${param}.type`,
      'Only tool calls of the type `function` are taken.',
      'unsupported_value',
    );
  }
  const of = objectAt(call.function, `${param}.function`);
  refuseUnknown(of, CALLED, `${param}.function`);
  const args = argumentsOf(textAt(of.arguments ?? '', `${param}.function.arguments`));
  if ('problem' in args) throw new InvalidParameter(`${param}.function.arguments`, args.problem);
  const id = textAt(call.id, `${param}.id`, MAX_ID);
  accepted(`${param}.id`, transcript.toolCall(id, toolNameAt(of.name, `${param}.function.name`), args.input));
}

function noteCacheMarks(parts: readonly unknown[], notApplied: Set<string>): void {
  for (const part of parts) {
    if (!isObject(part)) continue;
    for (const name of ['cache_control', 'prompt_cache_breakpoint']) {
      if (part[name] !== undefined && part[name] !== null) notApplied.add(`messages[].content[].${name}`);
    }
  }
}

/** A text, or a list of parts that are texts, as parts. */
function partsOf(content: unknown, param: string): LanguageModelV4TextPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return listOfParts(content, param).map((part, at) => ({ type: 'text', text: textOfPart(part, `${param}[${at}]`) }));
}

/** The same as one text. */
function textOf(content: unknown, param: string): string {
  if (typeof content === 'string') return content;
  return listOfParts(content, param)
    .map((part, at) => textOfPart(part, `${param}[${at}]`))
    .join('');
}

function listOfParts(content: unknown, param: string): unknown[] {
  if (!Array.isArray(content)) {
    throw new InvalidParameter(param, `\`${param}\` must be a string or a list of parts.`, 'invalid_type');
  }
  if (content.length > MAX_PARTS) {
    throw new InvalidParameter(param, `\`${param}\` has more than ${MAX_PARTS} parts.`, 'array_above_max_length');
  }
  return content;
}

function textOfPart(value: unknown, param: string): string {
  const part = objectAt(value, param);
  if (part.type === 'text' || part.type === 'refusal') {
    refuseUnknown(part, PART, param);
    return textAt(part[part.type], `${param}.${part.type}`);
  }
  if (part.type === 'image_url' || part.type === 'input_audio' || part.type === 'file') {
    throw new InvalidParameter(
      `${param}.type`,
      `No task takes parts of the type \`${part.type}\`: send text.`,
      'unsupported_value',
    );
  }
  throw new InvalidParameter(`${param}.type`, `\`${param}.type\` takes \`text\`.`);
}
