import { keyRule, modelRule, openAi, openAiError, pathRule, rangeOffence } from './openai-chat.ts';
import { type Dialect, isGiven, type Rule, rule, unknownKey } from './rule.ts';

const REFERENCE = 'developers.openai.com/api/reference, create image';
const GUIDE = 'developers.openai.com/api/docs/guides/image-generation, size and quality options';
const { tooLong } = openAi;

const FIELDS = new Set(
  'prompt model n size quality background moderation output_compression output_format partial_images stream user'.split(
    ' ',
  ),
);
const isGptImage = (model: unknown) => String(model).startsWith('gpt-image');

const oneOf = (key: string, values: readonly string[]) =>
  rule(`${key.replaceAll('_', '-')}-value`, `${key} is ${values.join(', ')}.`, REFERENCE, ({ body }) =>
    !isGiven(body?.[key]) || values.includes(body[key])
      ? null
      : {
          at: key,
          message: `Invalid value: '${body[key]}'. Supported values are: '${values.join("', '")}'.`,
          param: key,
          code: 'invalid_value',
        },
  );

const RULES: readonly Rule[] = [
  pathRule(REFERENCE, /\/images\/generations$/),
  keyRule('developers.openai.com/api/reference, authentication'),
  modelRule(REFERENCE),
  rule(
    'unknown-field',
    'A request only has fields that the reference lists for this model. response_format belongs to older models.',
    REFERENCE,
    ({ body }) => {
      const key = unknownKey(body, FIELDS);
      return key === null
        ? null
        : { at: key, message: `Unknown parameter: '${key}'.`, param: key, code: 'unknown_parameter' };
    },
  ),
  rule('no-prompt', 'A prompt is required.', REFERENCE, ({ body }) =>
    body?.prompt
      ? null
      : {
          at: 'prompt',
          message: "Missing required parameter: 'prompt'.",
          param: 'prompt',
          code: 'missing_required_parameter',
        },
  ),
  rule('long-prompt', 'A prompt has at most 32,000 characters.', REFERENCE, ({ body }) =>
    body.prompt.length > 32_000 ? tooLong('prompt', 32_000, body.prompt.length) : null,
  ),
  rule('count', 'A request is for 1 to 10 images.', REFERENCE, ({ body }) => rangeOffence(body, { n: [1, 10] })),
  rule(
    'size',
    'A size is auto, or two multiples of 16 up to 3,840, with at most 3 times as much on one side, and 655,360 to 8,294,400 pixels.',
    GUIDE,
    ({ body }) => {
      const size = body?.size;
      if (!isGiven(size) || size === 'auto' || !isGptImage(body.model)) return null;
      const [, width = 0, height = 0] = (/^(\d+)x(\d+)$/.exec(size) ?? []).map(Number);
      const pixels = width * height;
      const isFine =
        width % 16 === 0 &&
        height % 16 === 0 &&
        Math.max(width, height) <= 3_840 &&
        pixels >= 655_360 &&
        pixels <= 8_294_400 &&
        Math.max(width, height) <= 3 * Math.min(width, height);
      return isFine ? null : { at: 'size', message: `Invalid size '${size}'.`, param: 'size', code: 'invalid_value' };
    },
  ),
  oneOf('quality', ['low', 'medium', 'high', 'auto']),
  oneOf('background', ['transparent', 'opaque', 'auto']),
  oneOf('output_format', ['png', 'jpeg', 'webp']),
  oneOf('moderation', ['low', 'auto']),
  rule('transparent-format', 'A transparent background requires png or webp.', GUIDE, ({ body }) =>
    body?.background === 'transparent' && body.output_format === 'jpeg'
      ? {
          at: 'background',
          message: 'Transparent background is not supported with output_format jpeg.',
          param: 'background',
          code: 'invalid_value',
        }
      : null,
  ),
];

/** OpenAI's pictures. */
export const OPENAI_IMAGES: Dialect = { rules: RULES, errorOf: openAiError };
