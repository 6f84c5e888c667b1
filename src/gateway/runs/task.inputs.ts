import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Float, ID, InputType, Int } from 'type-graphql';
import { describeEnum, graphEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { LongText } from '../../platform/graphql/schema/text-length.ts';
import { SCHEMA_WORDS } from '../../platform/json-schema/schema-work.ts';
import type { ReasoningEffort, Verbosity } from '../../providers/index.ts';
import { RoutingPreference } from '../routing/index.ts';
import { MOST_DOCUMENTS } from './citations/document-request.ts';

/** Maximum messages of a request. The size of the whole request body is limited as well. */
export const MOST_MESSAGES = 1_000;
export const MOST_TOOLS = 128;
export const MOST_STOP_SEQUENCES = 8;
export const MOST_CACHE_KEY_CHARACTERS = 512;
export const MOST_PENALTY = 2;
const MOST_CHARACTERS = 1_000_000;

export const MessageRole = graphEnum('MessageRole', 'Author of a message in a conversation.', {
  SYSTEM: 'Instructions for the model.',
  USER: 'Message of the user.',
  ASSISTANT: 'Answer of the model.',
  TOOL: 'Result of a tool that the model called.',
});
export type MessageRole = keyof typeof MessageRole;

/** GraphQL enum values are upper case. */
type InCapitals<Word extends string> = { readonly [Name in Uppercase<Word>]: Name };

export const TaskReasoningEffort: InCapitals<ReasoningEffort> = {
  NONE: 'NONE',
  MINIMAL: 'MINIMAL',
  LOW: 'LOW',
  MEDIUM: 'MEDIUM',
  HIGH: 'HIGH',
  XHIGH: 'XHIGH',
  MAX: 'MAX',
};
export type TaskReasoningEffort = Uppercase<ReasoningEffort>;
describeEnum(TaskReasoningEffort, 'ReasoningEffort', 'Amount of reasoning before the answer.', {
  NONE: 'No reasoning: the fastest and cheapest answer.',
  MINIMAL: 'As little reasoning as the model can do.',
  LOW: 'Less reasoning than usual.',
  MEDIUM: 'The usual amount of reasoning.',
  HIGH: 'More reasoning than usual.',
  XHIGH: 'More reasoning than with HIGH.',
  MAX: 'As much reasoning as the model can do: the slowest and most expensive answer.',
});

export const TaskVerbosity: InCapitals<Verbosity> = { LOW: 'LOW', MEDIUM: 'MEDIUM', HIGH: 'HIGH' };
export type TaskVerbosity = Uppercase<Verbosity>;
describeEnum(TaskVerbosity, 'Verbosity', 'Length of an answer.', {
  LOW: 'A short answer.',
  MEDIUM: 'The usual length.',
  HIGH: 'A long answer.',
});

@InputType({ description: 'A tool call of an earlier answer.' })
export class ToolCallInput {
  @Field(() => String, { description: 'Id of the call in the earlier answer.' })
  id!: string;

  @Field(() => String, { description: 'Name of the tool.' })
  name!: string;

  @LongText(MOST_CHARACTERS)
  @Field(() => String, { description: 'Arguments as JSON, as the model wrote them.' })
  argumentsText!: string;
}

@InputType({ description: 'One message of a conversation.' })
export class TaskMessageInput {
  @Field(() => MessageRole, { description: 'Author of the message.' })
  role!: MessageRole;

  @LongText(MOST_CHARACTERS)
  @Field(() => String, { description: 'Text of the message. For a TOOL message, the result of the tool.' })
  content!: string;

  @Field(() => [ToolCallInput], { nullable: true, description: 'Tool calls of an ASSISTANT message.' })
  toolCalls?: ToolCallInput[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Id of the tool call that this message is the result of. Required for a TOOL message.',
  })
  toolCallId?: string | null;
}

@InputType({ description: 'A tool that the model may call. The caller executes it.' })
export class TaskToolInput {
  @Field(() => String, { description: 'Name of the tool: 1 to 64 letters, digits, `_` and `-`.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Description for the model: what the tool does, and when to call it.',
  })
  description?: string | null;

  @Field(() => GraphQLJSONObject, { description: `Schema of the tool’s arguments. ${SCHEMA_WORDS}` })
  parameters!: Record<string, unknown>;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: the provider is asked to guarantee that the arguments fit the schema. If the provider can’t guarantee this schema, it gets the schema without a guarantee, and a warning says why. Default: false.',
  })
  isStrict?: boolean | null;
}

@InputType({ description: 'A task and its input. The policy chooses the model.' })
export class RunTaskInput {
  @Field(() => String, { description: 'Name of the task, e.g. `human-phrasing/warm-tone`. `tasks` lists all names.' })
  task!: string;

  @Field(() => [TaskMessageInput], {
    description: `Messages of the conversation in order: 1 to ${MOST_MESSAGES.toLocaleString('en')}.`,
  })
  messages!: TaskMessageInput[];

  @Field(() => Int, {
    nullable: true,
    description:
      'Maximum output tokens. More than the task’s `maxOutputTokens` is refused. Default: the task’s `defaultMaxOutputTokens`.',
  })
  maxOutputTokens?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Temperature, 0 to 2. A value outside the range of the task or the model becomes the nearest one inside. Not applied if the task or the model doesn’t support it. A warning reports either case. Default: the model’s.',
  })
  temperature?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Nucleus sampling, 0 to 1. Default: the model’s. Not applied, with a warning, if the model doesn’t support it.',
  })
  topP?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      '-2 to 2. Above 0, tokens become less likely the more often they occur in the text. Not applied, with a warning, if the model doesn’t support it.',
  })
  frequencyPenalty?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      '-2 to 2. Above 0, tokens that occur in the text become less likely. Not applied, with a warning, if the model doesn’t support it.',
  })
  presencePenalty?: number | null;

  @Field(() => TaskReasoningEffort, {
    nullable: true,
    description:
      'Amount of reasoning before the answer. Default: the model’s. A value that the model doesn’t support becomes the next lower one, else its lowest one, or is not applied. A warning reports each case.',
  })
  reasoningEffort?: TaskReasoningEffort | null;

  @Field(() => TaskVerbosity, {
    nullable: true,
    description:
      'Length of the answer. Default: the model’s. Not applied, with a warning, if the model doesn’t support it.',
  })
  verbosity?: TaskVerbosity | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Seed. The same seed makes the same answer more likely. Not applied, with a warning, if the model doesn’t support it.',
  })
  seed?: number | null;

  @Field(() => [String], { nullable: true, description: `Texts that end the answer, at most ${MOST_STOP_SEQUENCES}.` })
  stopSequences?: string[] | null;

  @Field(() => [TaskToolInput], {
    nullable: true,
    description: `Tools that the model may call, at most ${MOST_TOOLS}.`,
  })
  tools?: TaskToolInput[] | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'True to allow at most one tool call per answer. A warning says if the model doesn’t support it. Default: false.',
  })
  isOneToolAtATime!: boolean;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: `Schema that the answer should fit. ${SCHEMA_WORDS} An answer that doesn’t fit gives \`OutputWithMismatch\`, or \`outputMismatch\` in the last event of \`taskRun\`; with \`isOutputSchemaStrict\`, the task fails.`,
  })
  outputSchema?: Record<string, unknown> | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: the provider is asked to guarantee that the answer fits `outputSchema`. If the provider can’t guarantee this schema, it gets the schema without a guarantee, and a warning says why. Default: false.',
  })
  isOutputSchemaStrict?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True to restore redacted data in the answer, false to keep the placeholders. Default: the task’s setting.',
  })
  restoreRedacted?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: `Key of the provider’s prompt cache. Send the same key with all requests whose messages start alike. At most ${MOST_CACHE_KEY_CHARACTERS} characters, without personal data.`,
  })
  cacheKey?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Case whose documents answer the request, with citations that this service verifies. For the tasks `case-scanning/cited-retrieval`, `wide-window` and `fast-scan`. The models of such a request never search the web. Not with `documentIds`, `tools` or `outputSchema`.',
  })
  caseId?: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: `Documents that answer the request, as with \`caseId\`. At most ${MOST_DOCUMENTS}.`,
  })
  documentIds?: string[] | null;

  @Field(() => RoutingPreference, {
    nullable: true,
    description: 'Ranking of eligible deployments. Default: the policy’s order.',
  })
  preference?: RoutingPreference | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'True to seal the exact text of the answer and return the seal with it. If sealing fails after the run, the answer is returned with a warning instead. Default: false.',
  })
  seal!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Key for safe retries, 1 to 255 printable characters. For a day, the same key and input return the same answer without another run or charge. A failed run that cost nothing frees the key. Requires a credential. The run continues if the caller disconnects.',
  })
  idempotencyKey?: string | null;
}
