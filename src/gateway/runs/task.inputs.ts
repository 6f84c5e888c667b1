import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Float, InputType, Int } from 'type-graphql';
import { describeEnum, graphEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { LongText } from '../../platform/graphql/schema/text-length.ts';
import { SCHEMA_WORDS } from '../../platform/json-schema/schema-work.ts';
import type { ReasoningEffort, Verbosity } from '../../providers/index.ts';
import { RoutingPreference } from '../routing/index.ts';

/** Bodies of requests are bounded as a whole, too. */
export const MOST_MESSAGES = 1_000;
export const MOST_TOOLS = 128;
export const MOST_STOP_SEQUENCES = 8;
export const MOST_CACHE_KEY_CHARACTERS = 512;
export const MOST_PENALTY = 2;
const MOST_CHARACTERS = 1_000_000;

export const MessageRole = graphEnum('MessageRole', 'Author of a message in a conversation.', {
  SYSTEM: null,
  USER: null,
  ASSISTANT: null,
  TOOL: 'Result of a tool that the model called.',
});
export type MessageRole = keyof typeof MessageRole;

/** Values of an enum are written in capitals. */
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
  MINIMAL: 'As little as the model can.',
  LOW: 'Less than usual.',
  MEDIUM: 'The usual amount.',
  HIGH: 'More than usual.',
  XHIGH: 'More than HIGH.',
  MAX: 'As much as the model can: the slowest and most expensive answer.',
});

export const TaskVerbosity: InCapitals<Verbosity> = { LOW: 'LOW', MEDIUM: 'MEDIUM', HIGH: 'HIGH' };
export type TaskVerbosity = Uppercase<Verbosity>;
describeEnum(TaskVerbosity, 'Verbosity', 'Length of an answer.', {
  LOW: 'A short answer.',
  MEDIUM: 'The usual length.',
  HIGH: 'A long answer.',
});

@InputType({ description: 'A tool that the model has called, as it was answered.' })
export class ToolCallInput {
  @Field(() => String)
  id!: string;

  @Field(() => String)
  name!: string;

  @LongText(MOST_CHARACTERS)
  @Field(() => String, { description: 'JSON, as the model wrote it.' })
  argumentsText!: string;
}

@InputType({ description: 'One message of a conversation.' })
export class TaskMessageInput {
  @Field(() => MessageRole, { description: 'Who says it.' })
  role!: MessageRole;

  @LongText(MOST_CHARACTERS)
  @Field(() => String, { description: 'What is said; of a TOOL, what came of it.' })
  content!: string;

  @Field(() => [ToolCallInput], { nullable: true, description: 'Of an ASSISTANT: the tools that it called.' })
  toolCalls?: ToolCallInput[] | null;

  @Field(() => String, { nullable: true, description: 'Of a TOOL: the id of the call that this is the result of.' })
  toolCallId?: string | null;
}

@InputType({ description: 'A tool that the model may call. It is the caller who acts on it.' })
export class TaskToolInput {
  @Field(() => String, { description: '1 to 64 letters, digits, `_` and `-`.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What it does and when to call it, for the model.' })
  description?: string | null;

  @Field(() => GraphQLJSONObject, { description: `Schema of its arguments. ${SCHEMA_WORDS}` })
  parameters!: Record<string, unknown>;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: the provider is asked to guarantee that the arguments fit the schema. If it can’t guarantee this schema, it gets it without, and a warning says why. Default: false.',
  })
  isStrict?: boolean | null;
}

@InputType({ description: 'A task, and what it is to be done with. Models are not named: the policy chooses one.' })
export class RunTaskInput {
  @Field(() => String, { description: 'By name, e.g. `human-phrasing/warm-tone`. `tasks` lists them.' })
  task!: string;

  @Field(() => [TaskMessageInput], { description: `1 to ${MOST_MESSAGES.toLocaleString('en')}, in their order.` })
  messages!: TaskMessageInput[];

  @Field(() => Int, { nullable: true, description: 'Default and bounds are the task’s.' })
  maxOutputTokens?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      '0 to 2. Outside the task’s bounds the nearest value is used. Left out where the task or the model takes none. A warning says either.',
  })
  temperature?: number | null;

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  topP?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      '-2 to 2. Above 0, tokens become less likely the more often they occur in the text. Left out, with a warning, where the model takes none.',
  })
  frequencyPenalty?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      '-2 to 2. Above 0, tokens that occur in the text become less likely. Left out, with a warning, where the model takes none.',
  })
  presencePenalty?: number | null;

  @Field(() => TaskReasoningEffort, {
    nullable: true,
    description:
      'Amount of reasoning before the answer. Default: the model’s. Left out, with a warning, where the model takes none.',
  })
  reasoningEffort?: TaskReasoningEffort | null;

  @Field(() => TaskVerbosity, {
    nullable: true,
    description: 'Length of the answer. Default: the model’s. Left out, with a warning, where the model takes none.',
  })
  verbosity?: TaskVerbosity | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The same seed makes the same answer likelier. Left out where the model takes none.',
  })
  seed?: number | null;

  @Field(() => [String], { nullable: true, description: `At most ${MOST_STOP_SEQUENCES}.` })
  stopSequences?: string[] | null;

  @Field(() => [TaskToolInput], { nullable: true, description: `At most ${MOST_TOOLS}.` })
  tools?: TaskToolInput[] | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether the answer may call one tool at the most. Where the model takes no such wish, a warning says so.',
  })
  isOneToolAtATime!: boolean;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: `${SCHEMA_WORDS} The answer is JSON that fits it, or the task fails.`,
  })
  outputSchema?: Record<string, unknown> | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: the provider is asked to guarantee that the answer fits `outputSchema`. If it can’t guarantee this schema, it gets it without, and a warning says why. Default: false.',
  })
  isOutputSchemaStrict?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether what was redacted before it was sent stands in the answer again. Left out: as the task has it.',
  })
  restoreRedacted?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: `Key of the provider’s prompt cache. Send one key with all requests whose messages begin alike. At most ${MOST_CACHE_KEY_CHARACTERS} characters, without personal data.`,
  })
  cacheKey?: string | null;

  @Field(() => RoutingPreference, { nullable: true, description: 'Which of the policy’s models comes first.' })
  preference?: RoutingPreference | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Has the text of the answer sealed, byte for byte, and the seal told beside it. What cannot be sealed is answered all the same, with a warning.',
  })
  seal!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'The same key with the same input returns the same answer for a day; nothing is run or charged again. 1 to 255 printable characters. It needs a credential. A run with a key continues if its caller disconnects.',
  })
  idempotencyKey?: string | null;
}
