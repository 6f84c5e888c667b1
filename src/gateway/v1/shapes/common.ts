import { z } from 'zod';
import { SCHEMA_WORDS } from '../../../platform/json-schema/schema-work.ts';
import { CACHE_LIFETIMES, REASONING_EFFORTS, VERBOSITIES } from '../../../providers/index.ts';
import { MOST_DOCUMENTS } from '../../runs/citations/document-request.ts';
import { isObject } from '../values.ts';
import { effectless } from './effectless.ts';
import { type WordingFunction, worded } from './wording.ts';

const MAX_PARTS = 1_000;
const MAX_TOOLS = 128;
const MAX_DESCRIPTION = 16_000;
const MAX_LABEL = 512;
const MAX_METADATA = 16;
const MAX_METADATA_KEY = 64;
const MAX_METADATA_VALUE = 512;

export const Model = z.string().describe('Name of a task, as listed by `/v1/models`.');
export const Temperature = z.number().min(0).max(2).nullish();
export const TopP = z.number().min(0).max(1).nullish();
export const MaxTokens = z.int().min(1).nullish();
export const Effort = z
  .enum(REASONING_EFFORTS)
  .nullish()
  .describe(
    'Amount of reasoning before the answer. A value that the model doesn’t support becomes the next lower one, else its lowest one, or is not applied. `X-Imprimatur-Warnings` reports each case.',
  );
export const LengthOfAnswer = z.enum(VERBOSITIES).nullish().describe('Length of the answer.');
export const Parallel = z
  .boolean()
  .nullish()
  .describe('False: at most one tool call per answer. `X-Imprimatur-Warnings` says if the model doesn’t support it.');

/** A parameter that is refused unless it is left out, null or false, since ignoring it would change the answer. */
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

/** Parameters for the caller's own records and for OpenAI's platform. They have no effect. */
export const LABELS = {
  user: label(),
  safety_identifier: label(),
  prompt_cache_retention: label(),
  service_tier: label(),
  metadata: effectless(Metadata.nullish()),
};

/** Counts the members before it checks them, since a caller may send a hundred thousand. */
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
  .describe('Key of the provider’s prompt cache. Send the same key with all requests that start alike.');

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
export const ToolName = worded(z.string().regex(TOOL_NAME), (param, { code }) =>
  code === 'invalid_format'
    ? { code: 'invalid_value', message: `\`${param}\` must have 1 to 64 letters, digits, \`_\` or \`-\`.` }
    : null,
);

/** The complexity of the schema is checked after the rest of the body is valid. */
export const JsonSchema = z.looseObject({}).describe(SCHEMA_WORDS);

const Strict = z
  .boolean()
  .nullish()
  .describe(
    'True: the provider is asked to guarantee the schema. A provider that can’t gets the schema without a guarantee, and a warning says why. Default: false.',
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
    message: `Only ${what} of the type \`function\` are supported.`,
  }));

/** Cache mark in Anthropic's format, which clients of other APIs send as well. */
export const CacheControl = z
  .strictObject({ type: z.literal('ephemeral'), ttl: z.enum(CACHE_LIFETIMES).nullish() })
  .nullish()
  .describe('End of a prefix that the provider should cache, for 5 minutes or for `ttl`.');

/** Cache mark in OpenAI's format. */
export const CacheBreakpointMark = z
  .looseObject({ mode: z.literal('explicit') })
  .nullish()
  .describe('End of a prefix that the provider should cache.');

/** A function that the caller offers. */
export const FunctionMembers = {
  name: ToolName,
  description: z.string().max(MAX_DESCRIPTION).nullish(),
  parameters: JsonSchema.nullish(),
  strict: Strict,
};

/** Documents that the answer must cite. OpenAI's API has no parameter for them. */
export const Extension = z
  .strictObject({
    case_id: z
      .string()
      .max(MAX_LABEL)
      .nullish()
      .describe(
        'Case whose documents answer the request, with citations that this service verifies. For `case-scanning/cited-retrieval`, `wide-window` and `fast-scan`.',
      ),
    document_ids: z
      .array(z.string().max(MAX_LABEL))
      .max(MOST_DOCUMENTS)
      .nullish()
      .describe('Documents that answer the request, instead of a case.'),
  })
  .nullish()
  .describe('Parameters of this service, which aren’t part of OpenAI’s API.');

/** Part of an earlier answer, which clients send back unchanged. */
export const FromAnswer = z.unknown().optional().describe('Part of an earlier answer. Accepted and ignored.');

export const toolsOf = <Tool extends z.ZodType>(tool: Tool) => z.array(tool).max(MAX_TOOLS).nullish();

const ChosenType = FunctionType('choices');
export const ChosenFunction = z.looseObject({ type: ChosenType, function: z.looseObject({ name: z.string() }) });
export const ChosenName = z.looseObject({ type: ChosenType, name: z.string() });

/** @param forms the two formats of the API, the endpoint's own first, since errors describe that one */
export function toolChoiceOf<Form extends z.ZodType, Other extends z.ZodType>(...forms: [Form, Other]) {
  return worded(z.union([z.enum(['auto', 'none', 'required']), ...forms]), (param) => ({
    code: 'invalid_value',
    message: `\`${param}\` must be \`auto\`, \`none\`, \`required\` or a function.`,
  })).nullish();
}

/** Content of a message: a text, or a list of text parts. */
export function contentOf<Part extends z.ZodType>(part: Part) {
  return worded(z.union([z.string(), z.array(part).max(MAX_PARTS)]), (param) => ({
    code: 'invalid_type',
    message: `\`${param}\` must be a string or a list of parts.`,
  }));
}

/** Message for a content part that isn't text. The API has such parts, but no task supports them. */
export function partWords(others: readonly string[]): WordingFunction {
  return (_param, issue) => {
    const type = issue.code === 'invalid_union' && isObject(issue.input) ? issue.input.type : undefined;
    if (typeof type !== 'string' || !others.includes(type)) return null;
    return { code: 'unsupported_value', message: `Parts of the type \`${type}\` are not supported. Send text.` };
  };
}
