import { z } from 'zod';
import { SCHEMA_WORDS } from '../../../platform/json-schema/schema-work.ts';
import { CACHE_LIFETIMES, REASONING_EFFORTS, VERBOSITIES } from '../../../providers/index.ts';
import { isObject } from '../values.ts';
import { effectless } from './effectless.ts';
import { type WordingFunction, worded } from './wording.ts';

/** Parts that the bodies of several endpoints have. */

const MAX_PARTS = 1_000;
const MAX_TOOLS = 128;
const MAX_DESCRIPTION = 16_000;
const MAX_LABEL = 512;
const MAX_METADATA = 16;
const MAX_METADATA_KEY = 64;
const MAX_METADATA_VALUE = 512;

export const Model = z.string().describe('A task of `/v1/models`.');
export const Temperature = z.number().min(0).max(2).nullish();
export const TopP = z.number().min(0).max(1).nullish();
export const MaxTokens = z.int().min(1).nullish();
export const Effort = z.enum(REASONING_EFFORTS).nullish().describe('Amount of reasoning before the answer.');
export const LengthOfAnswer = z.enum(VERBOSITIES).nullish().describe('Length of the answer.');
export const Parallel = z
  .boolean()
  .nullish()
  .describe('`false`: one tool at a time. Where the model takes no such wish, `X-Imprimatur-Warnings` says so.');

/** Refused unless it is left out, null or false: the answer would be another than the one that was asked for. */
export function unsupported(sentence: string) {
  const shape = worded(z.literal(false), (param) => ({
    code: 'unsupported_parameter',
    message: `\`${param}\` is not supported. ${sentence}`,
  }));
  return shape.nullish().describe(`Not supported. ${sentence}`);
}

const Metadata = worded(
  z.custom<Readonly<Record<string, string>>>(isMetadata).meta({
    type: 'object',
    maxProperties: MAX_METADATA,
    propertyNames: { maxLength: MAX_METADATA_KEY },
    additionalProperties: { type: 'string', maxLength: MAX_METADATA_VALUE },
  }),
  (param, { input }) => ({
    code: isObject(input) ? 'invalid_value' : 'invalid_type',
    message: `\`${param}\` must be an object of at most ${MAX_METADATA} strings of up to ${MAX_METADATA_VALUE} characters, with names of up to ${MAX_METADATA_KEY}.`,
  }),
);

const label = () => effectless(z.string().max(MAX_LABEL).nullish());

/** Parameters for the caller's own records and for OpenAI's platform. */
export const LABELS = {
  user: label(),
  safety_identifier: label(),
  prompt_cache_retention: label(),
  service_tier: label(),
  metadata: effectless(Metadata.nullish()),
};

/** Counted before its members are looked at: a caller may send a hundred thousand. */
function isMetadata(value: unknown): boolean {
  if (!isObject(value)) return false;
  const members = Object.entries(value);
  return members.length <= MAX_METADATA && members.every(isMetadataMember);
}

function isMetadataMember([name, value]: [string, unknown]): boolean {
  return name.length <= MAX_METADATA_KEY && typeof value === 'string' && value.length <= MAX_METADATA_VALUE;
}

export const CacheKey = z
  .string()
  .max(MAX_LABEL)
  .nullish()
  .describe('Key of the provider’s prompt cache. Send one key with all requests that begin alike.');

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
export const ToolName = worded(z.string().regex(TOOL_NAME), (param, { code }) =>
  code === 'invalid_format'
    ? { code: 'invalid_value', message: `\`${param}\` takes 1 to 64 letters, digits, \`_\` and \`-\`.` }
    : null,
);

/** Bounded by its work once the rest of the body is right. */
export const JsonSchema = z.looseObject({}).describe(SCHEMA_WORDS);

const Strict = z
  .boolean()
  .nullish()
  .describe(
    'True: the provider is asked to guarantee the schema. If it can’t, it gets the schema without, and a warning says why. Default: false.',
  );

export const NamedSchema = {
  name: ToolName,
  description: z.string().nullish(),
  schema: JsonSchema,
  strict: Strict,
};

export const FunctionType = (what: string) =>
  worded(z.literal('function'), () => ({
    code: 'unsupported_value',
    message: `Only ${what} of the type \`function\` are taken.`,
  }));

/** Anthropic's form, which clients of other APIs send as well. */
export const CacheControl = z
  .strictObject({ type: z.literal('ephemeral'), ttl: z.enum(CACHE_LIFETIMES).nullish() })
  .nullish()
  .describe('Ends a prefix that the provider keeps, for 5 minutes unless `ttl` says otherwise.');

/** OpenAI's form. */
export const CacheBreakpointMark = z
  .looseObject({ mode: z.literal('explicit') })
  .nullish()
  .describe('Ends a prefix that the provider keeps.');

/** A function that the caller offers. */
export const FunctionMembers = {
  name: ToolName,
  description: z.string().max(MAX_DESCRIPTION).nullish(),
  parameters: JsonSchema.nullish(),
  strict: Strict,
};

/** Part of an answer: clients put it back as they got it. */
export const FromAnswer = z.unknown().optional().describe('Taken back as it was in an answer, and left out.');

export const toolsOf = <Tool extends z.ZodType>(tool: Tool) => z.array(tool).max(MAX_TOOLS).nullish();

const ChosenType = FunctionType('choices');
export const ChosenFunction = z.looseObject({ type: ChosenType, function: z.looseObject({ name: z.string() }) });
export const ChosenName = z.looseObject({ type: ChosenType, name: z.string() });

/** @param forms the two that the dialect has, that of the endpoint first: an error is about that one */
export function toolChoiceOf<Form extends z.ZodType, Other extends z.ZodType>(...forms: [Form, Other]) {
  return worded(z.union([z.enum(['auto', 'none', 'required']), ...forms]), (param) => ({
    code: 'invalid_value',
    message: `\`${param}\` takes \`auto\`, \`none\`, \`required\` or a function.`,
  })).nullish();
}

/** A text, or a list of parts that are texts. */
export function contentOf<Part extends z.ZodType>(part: Part) {
  return worded(z.union([z.string(), z.array(part).max(MAX_PARTS)]), (param) => ({
    code: 'invalid_type',
    message: `\`${param}\` must be a string or a list of parts.`,
  }));
}

/** Words for a part of another kind than texts, which the dialect has and no task takes. */
export function partWords(others: readonly string[]): WordingFunction {
  return (_param, issue) => {
    const type = issue.code === 'invalid_union' && isObject(issue.input) ? issue.input.type : undefined;
    if (typeof type !== 'string' || !others.includes(type)) return null;
    return { code: 'unsupported_value', message: `No task takes parts of the type \`${type}\`: send text.` };
  };
}
