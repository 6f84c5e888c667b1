import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { estimateTokenCount } from 'tokenx';
import type { Account } from '../../customers/index.ts';
import type { TaskEntry } from '../../models/index.ts';
import { Refusal, type ValueIssue } from '../../platform/errors.ts';
import { maxOutputTokensOf } from './call-options.ts';
import type { TaskRequest } from './run-task.ts';

/** @throws Refusal FORBIDDEN for a key that is not for this task */
export function assertInScope({ tasks }: Account, task: TaskEntry): void {
  if (tasks === null || tasks.includes(task.name)) return;
  throw new Refusal(
    'FORBIDDEN',
    `This key is not for the task ${task.name}. It is for: ${tasks.join(', ') || 'none'}.`,
  );
}

/** @throws Refusal INPUT_INVALID with everything that is wrong */
export function assertFits(request: TaskRequest, task: TaskEntry): void {
  const issues: ValueIssue[] = [];
  const { prompt, temperature, topP } = request;
  const { parameters } = task;
  if (!prompt.some(({ role }) => role === 'user' || role === 'tool')) {
    issues.push({ pointer: '/messages', detail: 'There is no message of the user’s.' });
  }
  const tokens = maxOutputTokensOf(request, task);
  if (!Number.isSafeInteger(tokens) || tokens < 1 || tokens > parameters.maxOutputTokens) {
    const most = parameters.maxOutputTokens.toLocaleString('en');
    issues.push({ pointer: '/maxOutputTokens', detail: `The task ${task.name} takes 1 to ${most} tokens of output.` });
  }
  if (temperature !== null) {
    const { min = 0, max = 0 } = parameters.temperature ?? {};
    if (!parameters.temperature) {
      issues.push({ pointer: '/temperature', detail: `The task ${task.name} takes no temperature.` });
    } else if (!(temperature >= min && temperature <= max)) {
      issues.push({
        pointer: '/temperature',
        detail: `The task ${task.name} takes a temperature from ${min} to ${max}.`,
      });
    }
  }
  if (topP !== null && !(topP >= 0 && topP <= 1)) {
    issues.push({ pointer: '/topP', detail: 'It is a number from 0 to 1.' });
  }
  if (issues.length > 0) throw new Refusal('INPUT_INVALID', issues.map(({ detail }) => detail).join(' '), { issues });
}

/**
 * About how many tokens a request is, and rather too many: tokenizers differ by a third. What is set aside is derived from it.
 */
export function inputTokensOf({ prompt, tools, json }: TaskRequest, { instructions }: TaskEntry): number {
  let tokens = PER_REQUEST + (instructions === null ? 0 : tokensOf(instructions));
  for (const text of textsOf(prompt)) tokens += text === FILE ? PER_FILE : tokensOf(text);
  tokens += prompt.length * PER_MESSAGE;
  if (tools.length > 0) tokens += tokensOf(JSON.stringify(tools));
  if (json?.schema) tokens += tokensOf(JSON.stringify(json.schema));
  return Math.ceil(tokens * MARGIN);
}

const PER_REQUEST = 16;
const PER_MESSAGE = 6;
/** A picture of the largest size that providers take. */
const PER_FILE = 3_000;
const MARGIN = 1.3;
/** To count a long text takes as long as all the rest of a call: of those, some pieces stand for the whole. */
const MOST_COUNTED = 40_000;
const PIECES = 10;

function tokensOf(text: string): number {
  if (text.length <= MOST_COUNTED) return estimateTokenCount(text);
  const step = Math.floor(text.length / PIECES);
  const length = MOST_COUNTED / PIECES;
  let counted = 0;
  for (let piece = 0; piece < PIECES; piece++) {
    counted += estimateTokenCount(text.slice(piece * step, piece * step + length));
  }
  return Math.ceil((counted / MOST_COUNTED) * text.length);
}

const FILE = Symbol('file');

function* textsOf(prompt: LanguageModelV4Prompt): Generator<string | typeof FILE> {
  for (const { content } of prompt) {
    if (typeof content === 'string') yield content;
    else {
      for (const part of content) {
        if (part.type === 'text' || part.type === 'reasoning') yield part.text;
        else if (part.type === 'tool-call') yield JSON.stringify(part.input) ?? '';
        else if (part.type === 'tool-result') yield JSON.stringify(part.output);
        else yield FILE;
      }
    }
  }
}
