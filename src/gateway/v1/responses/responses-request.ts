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
  wordAt,
} from '../parameters.ts';
import { toolChoiceAt, toolsAt } from '../tools.ts';
import { booleanAt, type Members, numberAt, objectAt, refuseUnknown, textAt } from '../values.ts';
import { promptOf } from './responses-input.ts';

const WITHOUT_EFFECT_HERE = [...WITHOUT_EFFECT, 'include', 'max_tool_calls', 'context_management', 'access_programs'];

const STATELESS = 'Nothing is kept: send the whole conversation in `input` each time.';
const UNSUPPORTED: ReadonlyMap<string, string> = new Map([
  ['previous_response_id', STATELESS],
  ['conversation', STATELESS],
  ['store', STATELESS],
  ['background', 'The answer comes on the connection that asks for it.'],
  ['prompt', 'Send `instructions` and `input`.'],
  ['image', 'Tasks answer with text.'],
  ['top_logprobs', 'No task tells them.'],
]);

const KNOWN = new Set([
  'model',
  'input',
  'instructions',
  'stream',
  'stream_options',
  'max_output_tokens',
  'temperature',
  'top_p',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'text',
  'truncation',
  'reasoning',
  'prompt_cache_key',
  ...WITHOUT_EFFECT_HERE,
  ...UNSUPPORTED.keys(),
]);

const TEXT = new Set(['format', 'verbosity']);
const REASONING = new Set(['effort', 'summary', 'generate_summary']);
const STREAM_OPTIONS = new Set(['include_obfuscation']);

/** @throws InvalidParameter */
export function responsesRequest(body: Members, task: TextTask, wishes: Wishes): Asked {
  refuseUnknown(body, KNOWN);
  refuseUnsupported(body, UNSUPPORTED);
  const isStreamed = booleanAt(body.stream, 'stream');
  checkStreamOptions(body.stream_options);
  checkLabels(body);
  const { instructions } = body;
  const tools = toolsAt(body.tools, 'RESPONSES');
  const text = optionsAt(body.text, 'text', TEXT);
  const reasoning = optionsAt(body.reasoning, 'reasoning', REASONING);
  const notApplied = new Set(sentOf(body, WITHOUT_EFFECT_HERE));
  for (const name of sentOf(reasoning, ['summary', 'generate_summary'])) notApplied.add(`reasoning.${name}`);
  const request: TaskRequest = {
    task: task.name,
    prompt: promptOf(
      body.input,
      instructions === undefined || instructions === null ? '' : textAt(instructions, 'instructions'),
      notApplied,
    ),
    maxOutputTokens: maxTokensAt(body, task, 'max_output_tokens'),
    temperature: numberAt(body.temperature, 'temperature', 0, 2),
    topP: numberAt(body.top_p, 'top_p', 0, 1),
    stopSequences: [],
    seed: null,
    tools,
    toolChoice: toolChoiceAt(body.tool_choice, tools),
    json: jsonFormatAt(text.format, 'text.format'),
    ...given({
      reasoningEffort: wordAt(reasoning.effort, 'reasoning.effort', REASONING_EFFORTS),
      verbosity: wordAt(text.verbosity, 'text.verbosity', VERBOSITIES),
    }),
    ...cacheKeyIn(body),
    ...wishes,
    surface: 'RESPONSES',
    isStreamed,
    isOneToolAtATime: isOneToolAtATime(body),
  };
  return {
    request,
    wantsUsage: true,
    warnings: [...notAppliedWarnings(notApplied), ...truncationWarning(body.truncation)],
  };
}

function optionsAt(value: unknown, param: string, known: ReadonlySet<string>): Members {
  if (value === undefined || value === null) return {};
  const options = objectAt(value, param);
  refuseUnknown(options, known, param);
  return options;
}

function checkStreamOptions(value: unknown): void {
  if (value === undefined || value === null) return;
  refuseUnknown(objectAt(value, 'stream_options'), STREAM_OPTIONS, 'stream_options');
}

function truncationWarning(value: unknown): string[] {
  if (value === undefined || value === null || value === 'disabled') return [];
  if (value === 'auto') return ['Not applied: truncation=auto; what is too long is refused.'];
  throw new InvalidParameter('truncation', '`truncation` takes `disabled` or `auto`.');
}
