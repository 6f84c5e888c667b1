import type { TextTask } from '../../../models/index.ts';
import { REASONING_EFFORTS, VERBOSITIES } from '../../../providers/index.ts';
import type { TaskRequest } from '../../runs/run-task.ts';
import type { Asked } from '../asked.ts';
import { InvalidParameter } from '../errors.ts';
import { jsonFormatAt } from '../json-format.ts';
import {
  cacheKeyIn,
  checkLabels,
  given,
  isOneToolAtATime,
  maxTokensAt,
  notAppliedWarnings,
  refuseUnsupported,
  sentOf,
  WITHOUT_EFFECT,
  type Wishes,
  wantsUsage,
  wordAt,
} from '../parameters.ts';
import { toolChoiceAt, toolsAt } from '../tools.ts';
import { booleanAt, integerAt, type Members, numberAt, refuseUnknown, textAt } from '../values.ts';
import { promptOf } from './chat-messages.ts';

const MAX_STOPS = 4;
const MAX_STOP_LENGTH = 256;

const UNSUPPORTED: ReadonlyMap<string, string> = new Map([
  ['audio', 'Tasks answer with text.'],
  ['functions', 'Use `tools`.'],
  ['function_call', 'Use `tool_choice`.'],
  ['logprobs', 'No task tells them.'],
  ['top_logprobs', 'No task tells them.'],
  ['store', 'Nothing is kept: send the whole conversation each time.'],
  ['web_search_options', 'The task `case-scanning/cited-retrieval` looks things up.'],
]);

const KNOWN = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'stop',
  'seed',
  'n',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'modalities',
  'frequency_penalty',
  'presence_penalty',
  'reasoning_effort',
  'verbosity',
  'prompt_cache_key',
  ...WITHOUT_EFFECT,
  ...UNSUPPORTED.keys(),
]);

/** @throws InvalidParameter */
export function chatRequest(body: Members, task: TextTask, wishes: Wishes): Asked {
  refuseUnknown(body, KNOWN);
  refuseUnsupported(body, UNSUPPORTED);
  const isStreamed = booleanAt(body.stream, 'stream');
  if ((integerAt(body.n, 'n', 1, 128) ?? 1) > 1) {
    throw new InvalidParameter('n', '`n` is only taken as 1: a task answers once.', 'unsupported_value');
  }
  checkModalities(body.modalities);
  checkLabels(body);
  const tools = toolsAt(body.tools, 'CHAT');
  const notApplied = new Set(sentOf(body, WITHOUT_EFFECT));
  const request: TaskRequest = {
    task: task.name,
    prompt: promptOf(body.messages, notApplied),
    maxOutputTokens: maxTokensAt(body, task, 'max_completion_tokens', 'max_tokens'),
    temperature: numberAt(body.temperature, 'temperature', 0, 2),
    topP: numberAt(body.top_p, 'top_p', 0, 1),
    stopSequences: stopsAt(body.stop),
    seed: integerAt(body.seed, 'seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    tools,
    toolChoice: toolChoiceAt(body.tool_choice, tools),
    json: jsonFormatAt(body.response_format, 'response_format'),
    ...given({
      reasoningEffort: wordAt(body.reasoning_effort, 'reasoning_effort', REASONING_EFFORTS),
      verbosity: wordAt(body.verbosity, 'verbosity', VERBOSITIES),
      frequencyPenalty: numberAt(body.frequency_penalty, 'frequency_penalty', -2, 2),
      presencePenalty: numberAt(body.presence_penalty, 'presence_penalty', -2, 2),
    }),
    ...cacheKeyIn(body),
    ...wishes,
    surface: 'CHAT_COMPLETIONS',
    isStreamed,
    isOneToolAtATime: isOneToolAtATime(body),
  };
  return {
    request,
    wantsUsage: wantsUsage(body, isStreamed),
    warnings: notAppliedWarnings(notApplied),
  };
}

function stopsAt(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const stops = Array.isArray(value) ? value : [value];
  if (stops.length > MAX_STOPS) throw new InvalidParameter('stop', `\`stop\` takes at most ${MAX_STOPS} texts.`);
  return stops.map((stop, at) => {
    const text = textAt(stop, Array.isArray(value) ? `stop[${at}]` : 'stop', MAX_STOP_LENGTH);
    if (text === '') throw new InvalidParameter('stop', '`stop` takes no empty text.');
    return text;
  });
}

function checkModalities(value: unknown): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value) && value.length === 1 && value[0] === 'text') return;
  throw new InvalidParameter('modalities', '`modalities` is only taken as `["text"]`.', 'unsupported_value');
}
