import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { shownName } from '../../../platform/encryption/looks-secret.ts';
import { argumentsOf, Transcript } from '../../runs/transcript.ts';
import { accepted, InvalidParameter } from '../errors.ts';
import { toolNameAt } from '../tools.ts';
import { isObject, type Members, objectAt, refuseUnknown, textAt } from '../values.ts';

const MAX_ITEMS = 10_000;
const MAX_PARTS = 1_000;
const MAX_ID = 512;

const MESSAGE = new Set(['type', 'role', 'content', 'id', 'status', 'phase']);
const CALL = new Set(['type', 'id', 'call_id', 'name', 'arguments', 'status', 'parsed_arguments']);
const OUTPUT = new Set(['type', 'id', 'call_id', 'output', 'status']);
/** All that comes in an answer as well: clients put it back as they got it. */
const PART = new Set(['type', 'text', 'refusal', 'annotations', 'logprobs', 'parsed', 'prompt_cache_breakpoint']);
const TEXT_PARTS = new Set(['input_text', 'output_text', 'text', 'summary_text']);
const OTHER_PARTS = new Set(['input_image', 'input_file', 'input_audio']);

/**
 * What is sent as `input`, as providers take it.
 * @param notApplied gets the names of parameters in items that make no difference
 * @throws InvalidParameter
 */
export function promptOf(input: unknown, instructions: string, notApplied: Set<string>): LanguageModelV4Prompt {
  const transcript = new Transcript();
  if (instructions !== '') transcript.system(instructions);
  if (typeof input === 'string') transcript.user([{ type: 'text', text: input }]);
  else addItems(transcript, input, notApplied);
  accepted('input', transcript.end());
  if (transcript.isEmpty) {
    throw new InvalidParameter('input', '`input` has no text: there is nothing to answer.', 'empty_array');
  }
  return transcript.prompt;
}

function addItems(transcript: Transcript, input: unknown, notApplied: Set<string>): void {
  if (!Array.isArray(input)) {
    throw new InvalidParameter(
      'input',
      '`input` must be a string or a list of items.',
      input === undefined ? 'missing_required_parameter' : 'invalid_type',
    );
  }
  if (input.length === 0) throw new InvalidParameter('input', '`input` is empty.', 'empty_array');
  if (input.length > MAX_ITEMS) {
    throw new InvalidParameter('input', `\`input\` has more than ${MAX_ITEMS} items.`, 'array_above_max_length');
  }
  for (let at = 0; at < input.length; at++) addItem(transcript, input[at], `input[${at}]`, notApplied);
}

function addItem(transcript: Transcript, value: unknown, param: string, notApplied: Set<string>): void {
  const item = objectAt(value, param);
  const { content } = item;
  if (Array.isArray(content) && content.some((part) => isObject(part) && part.prompt_cache_breakpoint)) {
    notApplied.add('input[].content[].prompt_cache_breakpoint');
  }
  switch (item.type) {
    case undefined:
    case 'message':
      addMessage(transcript, item, param);
      return;
    case 'function_call':
      refuseUnknown(item, CALL, param);
      addCall(transcript, item, param);
      return;
    case 'function_call_output':
      refuseUnknown(item, OUTPUT, param);
      accepted(
        `${param}.call_id`,
        transcript.toolResult(textAt(item.call_id, `${param}.call_id`, MAX_ID), textOf(item.output, `${param}.output`)),
      );
      return;
    case 'reasoning':
      // What a model thought on its way is no part of the conversation: another one may answer now.
      return;
    case 'item_reference':
      throw new InvalidParameter(
        `${param}.type`,
        'Nothing is kept that an item could refer to: send the items themselves. Clients do so with `store: false`.',
        'unsupported_value',
      );
    default:
      throw new InvalidParameter(
        `${param}.type`,
        `\`${param}.type\` takes \`message\`, \`function_call\`, \`function_call_output\` or \`reasoning\`.`,
        'unsupported_value',
      );
  }
}

function addCall(transcript: Transcript, item: Members, param: string): void {
  const args = argumentsOf(textAt(item.arguments ?? '', `${param}.arguments`));
  if ('problem' in args) throw new InvalidParameter(`${param}.arguments`, args.problem);
  const id = textAt(item.call_id, `${param}.call_id`, MAX_ID);
  accepted(`${param}.call_id`, transcript.toolCall(id, toolNameAt(item.name, `${param}.name`), args.input));
}

function addMessage(transcript: Transcript, item: Members, param: string): void {
  refuseUnknown(item, MESSAGE, param);
  const text = textOf(item.content, `${param}.content`);
  switch (item.role) {
    case 'system':
    case 'developer':
      accepted(param, transcript.system(text));
      return;
    case 'user':
      accepted(param, transcript.user([{ type: 'text', text }]));
      return;
    case 'assistant':
      transcript.assistantText(text);
      return;
    default:
      throw new InvalidParameter(
        `${param}.role`,
        `\`${param}.role\` takes \`system\`, \`developer\`, \`user\` or \`assistant\`.`,
      );
  }
}

function textOf(content: unknown, param: string): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) {
    throw new InvalidParameter(param, `\`${param}\` must be a string or a list of parts.`, 'invalid_type');
  }
  if (content.length > MAX_PARTS) {
    throw new InvalidParameter(param, `\`${param}\` has more than ${MAX_PARTS} parts.`, 'array_above_max_length');
  }
  return content.map((part, at) => textOfPart(part, `${param}[${at}]`)).join('');
}

function textOfPart(value: unknown, param: string): string {
  const part = objectAt(value, param);
  const { type } = part;
  if (typeof type === 'string' && TEXT_PARTS.has(type)) {
    refuseUnknown(part, PART, param);
    return textAt(part.text, `${param}.text`);
  }
  if (type === 'refusal') return textAt(part.refusal, `${param}.refusal`);
  if (typeof type === 'string' && OTHER_PARTS.has(type)) {
    throw new InvalidParameter(
      `${param}.type`,
      `No task takes parts of the type \`${shownName(type)}\`: send text.`,
      'unsupported_value',
    );
  }
  throw new InvalidParameter(`${param}.type`, `\`${param}.type\` takes \`input_text\` or \`output_text\`.`);
}
