import type { JSONSchema7, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { Refusal, type ValueIssue } from '../../platform/errors/errors.ts';
import { documentsOf } from './citations/document-request.ts';
import { schemaIssue } from './output-check.ts';
import type { TaskRequest } from './run-task.ts';
import {
  MessageRole,
  MOST_CACHE_KEY_CHARACTERS,
  MOST_MESSAGES,
  MOST_PENALTY,
  MOST_STOP_SEQUENCES,
  MOST_TOOLS,
  type RunTaskInput,
  type TaskMessageInput,
  type ToolCallInput,
} from './task.inputs.ts';
import { argumentsOf, Transcript } from './transcript.ts';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Converts the GraphQL input to a task request. @throws Refusal INPUT_INVALID with all issues */
export function taskRequest(input: RunTaskInput, isStreamed: boolean): TaskRequest {
  const issues: ValueIssue[] = [];
  const { task, messages, stopSequences, outputSchema } = input;
  const tools = input.tools ?? [];
  const atMost = (list: readonly unknown[], most: number, pointer: string) => {
    if (list.length > most)
      issues.push({ pointer, detail: `\`${pointer.slice(1)}\` has ${list.length} items, but the maximum is ${most}.` });
  };
  atMost(messages, MOST_MESSAGES, '/messages');
  atMost(tools, MOST_TOOLS, '/tools');
  atMost(stopSequences ?? [], MOST_STOP_SEQUENCES, '/stopSequences');
  tools.forEach(({ name }, index) => {
    if (!TOOL_NAME.test(name)) {
      issues.push({
        pointer: `/tools/${index}/name`,
        detail: 'The name of a tool must have 1 to 64 letters, digits, `_` or `-`.',
      });
    }
  });
  for (const name of ['frequencyPenalty', 'presencePenalty'] as const) {
    const penalty = input[name] ?? 0;
    if (!(penalty >= -MOST_PENALTY && penalty <= MOST_PENALTY)) {
      issues.push({
        pointer: `/${name}`,
        detail: `\`${name}\` must be a number from ${-MOST_PENALTY} to ${MOST_PENALTY}; it is ${penalty}.`,
      });
    }
  }
  if ((input.cacheKey?.length ?? 0) > MOST_CACHE_KEY_CHARACTERS) {
    issues.push({
      pointer: '/cacheKey',
      detail: `\`cacheKey\` has ${input.cacheKey?.length} characters; the maximum is ${MOST_CACHE_KEY_CHARACTERS}.`,
    });
  }
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
    reasoningEffort: lowered(input.reasoningEffort),
    verbosity: lowered(input.verbosity),
    frequencyPenalty: input.frequencyPenalty ?? undefined,
    presencePenalty: input.presencePenalty ?? undefined,
    cacheKey: input.cacheKey ?? undefined,
    tools: tools.map(({ name, description, parameters, isStrict }) => ({
      type: 'function',
      name,
      ...(description && { description }),
      inputSchema: parameters as JSONSchema7,
      ...(isStrict && { strict: true }),
    })),
    toolChoice: null,
    json: outputSchema
      ? { schema: outputSchema as JSONSchema7, name: null, ...(input.isOutputSchemaStrict && { isStrict: true }) }
      : null,
    preference: input.preference ?? null,
    surface: 'GRAPHQL',
    isStreamed,
    isSealed: input.seal,
    idempotencyKey: input.idempotencyKey ?? null,
    isOneToolAtATime: input.isOneToolAtATime,
    restoresRedacted: input.restoreRedacted ?? null,
    ...documentsOf(input.caseId, input.documentIds),
  };
}

/** Models use lower-case values. */
function lowered<Word extends string>(word: Word | null | undefined): Lowercase<Word> | undefined {
  return word ? (word.toLowerCase() as Lowercase<Word>) : undefined;
}

function addTo(issues: ValueIssue[], issue: ValueIssue | null): void {
  if (issue) issues.push(issue);
}

function promptOf(messages: readonly TaskMessageInput[], issues: ValueIssue[]): LanguageModelV4Prompt {
  const transcript = new Transcript();
  for (const [index, message] of messages.entries()) addMessage(transcript, message, `/messages/${index}`, issues);
  addProblem(issues, '/messages', transcript.end());
  if (transcript.isEmpty && issues.length === 0) {
    issues.push({ pointer: '/messages', detail: 'The conversation has no text to answer.' });
  }
  return transcript.prompt;
}

function addMessage(
  transcript: Transcript,
  { role, content, toolCalls, toolCallId }: TaskMessageInput,
  pointer: string,
  issues: ValueIssue[],
): void {
  switch (role) {
    case MessageRole.SYSTEM:
      addProblem(issues, pointer, transcript.system(content));
      return;
    case MessageRole.USER:
      addProblem(issues, pointer, transcript.user([{ type: 'text', text: content }]));
      return;
    case MessageRole.TOOL:
      addProblem(issues, `${pointer}/toolCallId`, transcript.toolResult(toolCallId ?? '', content));
      return;
    case MessageRole.ASSISTANT:
      transcript.assistantText(content);
      toolCalls?.forEach((call, place) => {
        addCall(transcript, call, `${pointer}/toolCalls/${place}`, issues);
      });
  }
}

function addCall(
  transcript: Transcript,
  { id, name, argumentsText }: ToolCallInput,
  pointer: string,
  issues: ValueIssue[],
): void {
  const args = argumentsOf(argumentsText);
  if ('problem' in args) addProblem(issues, `${pointer}/argumentsText`, args.problem);
  else addProblem(issues, `${pointer}/id`, transcript.toolCall(id, name, args.input));
}

function addProblem(issues: ValueIssue[], pointer: string, detail: string | null): void {
  if (detail !== null) issues.push({ pointer, detail });
}
