import type { JSONSchema7, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { Refusal, type ValueIssue } from '../../platform/errors/errors.ts';
import { schemaIssue } from './output-check.ts';
import type { TaskRequest } from './run-task.ts';
import {
  MessageRole,
  MOST_MESSAGES,
  MOST_STOP_SEQUENCES,
  MOST_TOOLS,
  type RunTaskInput,
  type TaskMessageInput,
} from './task.inputs.ts';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** What GraphQL asks for, as the gateway takes it. @throws Refusal INPUT_INVALID with everything that is wrong */
export function taskRequest(input: RunTaskInput, isStreamed: boolean): TaskRequest {
  const issues: ValueIssue[] = [];
  const { task, messages, stopSequences, outputSchema } = input;
  const tools = input.tools ?? [];
  const atMost = (list: readonly unknown[], most: number, pointer: string) => {
    if (list.length > most) issues.push({ pointer, detail: `There are ${list.length}; at most ${most} are taken.` });
  };
  atMost(messages, MOST_MESSAGES, '/messages');
  atMost(tools, MOST_TOOLS, '/tools');
  atMost(stopSequences ?? [], MOST_STOP_SEQUENCES, '/stopSequences');
  tools.forEach(({ name }, index) => {
    if (!TOOL_NAME.test(name)) {
      issues.push({ pointer: `/tools/${index}/name`, detail: 'It has 1 to 64 letters, digits, `_` and `-`.' });
    }
  });
  if (outputSchema) addTo(issues, schemaIssue(outputSchema, '/outputSchema'));
  for (const [index, { parameters }] of tools.slice(0, MOST_TOOLS).entries()) {
    addTo(issues, schemaIssue(parameters, `/tools/${index}/parameters`));
  }
  const prompt = issues.length > 0 ? [] : promptOf(messages, issues);
  if (issues.length > 0) throw new Refusal('INPUT_INVALID', issues.map(({ detail }) => detail).join(' '), { issues });
  return {
    task,
    prompt,
    maxOutputTokens: input.maxOutputTokens ?? null,
    temperature: input.temperature ?? null,
    topP: input.topP ?? null,
    seed: input.seed ?? null,
    stopSequences: stopSequences ?? [],
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      ...(description && { description }),
      inputSchema: parameters as JSONSchema7,
    })),
    toolChoice: null,
    json: outputSchema ? { schema: outputSchema as JSONSchema7, name: null } : null,
    preference: input.preference ?? null,
    surface: 'GRAPHQL',
    isStreamed,
    isSealed: input.seal,
    idempotencyKey: input.idempotencyKey ?? null,
    isOneToolAtATime: input.isOneToolAtATime,
    restoresRedacted: input.restoreRedacted ?? null,
  };
}

function addTo(issues: ValueIssue[], issue: ValueIssue | null): void {
  if (issue) issues.push(issue);
}

function promptOf(messages: readonly TaskMessageInput[], issues: ValueIssue[]): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  const waiting = new Map<string, string>();
  messages.forEach((message, index) => {
    const { role, content } = message;
    if (role !== MessageRole.TOOL && waiting.size > 0) {
      const detail = 'Every tool that was called needs a result before anything else is said.';
      issues.push({ pointer: `/messages/${index}`, detail });
      waiting.clear();
    }
    if (role === MessageRole.SYSTEM) prompt.push({ role: 'system', content });
    else if (role === MessageRole.USER) prompt.push({ role: 'user', content: [{ type: 'text', text: content }] });
    else if (role === MessageRole.ASSISTANT) prompt.push(assistantMessage(message, index, waiting, issues));
    else {
      const id = message.toolCallId ?? '';
      const toolName = waiting.get(id);
      if (toolName === undefined) {
        issues.push({
          pointer: `/messages/${index}/toolCallId`,
          detail: 'No call of a tool before this waits for it.',
        });
        return;
      }
      waiting.delete(id);
      prompt.push({
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: id, toolName, output: { type: 'text', value: content } }],
      });
    }
  });
  if (waiting.size > 0) issues.push({ pointer: '/messages', detail: 'A tool that was called has no result.' });
  return prompt;
}

function assistantMessage(
  { content, toolCalls }: TaskMessageInput,
  index: number,
  waiting: Map<string, string>,
  issues: ValueIssue[],
): LanguageModelV4Prompt[number] {
  const calls = (toolCalls ?? []).slice(0, MOST_TOOLS).map(({ id, name, argumentsText }, place) => {
    waiting.set(id, name);
    return { type: 'tool-call' as const, toolCallId: id, toolName: name, input: parsed(argumentsText, place) };
  });
  return {
    role: 'assistant',
    content: [...(content === '' ? [] : [{ type: 'text' as const, text: content }]), ...calls],
  };

  function parsed(text: string, place: number): unknown {
    try {
      return JSON.parse(text || '{}');
    } catch {
      issues.push({ pointer: `/messages/${index}/toolCalls/${place}/argumentsText`, detail: 'It is not JSON.' });
      return {};
    }
  }
}
