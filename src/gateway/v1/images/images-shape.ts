import { z } from 'zod';
import { BodyShape } from '../shapes/body-shape.ts';
import { LABELS, unsupported } from '../shapes/common.ts';
import { effectlessValue } from '../shapes/effectless.ts';

/** The one task that draws. It stands outside the clusters. */
export const IMAGE_TASK = 'media/image';

/** Answers are written whole: more would be held in memory for one caller. */
export const MAX_COUNT = 4;
const MAX_SEED = 2 ** 31 - 1;

const LATER = 'Pictures come when they are there.';

export const IMAGES_BODY = new BodyShape(
  z.strictObject({
    model: z.literal(IMAGE_TASK).describe('The task that draws.'),
    prompt: z.string().min(1).describe('At most 32,000 characters; without a key 2,000.'),
    n: z.int().min(1).max(MAX_COUNT).nullish().describe('How many pictures. Default: 1, and no more without a key.'),
    size: z
      .string()
      .max(16)
      .nullish()
      .describe(
        '`auto` or `WIDTHxHEIGHT`, each from 256 to 2048 pixels; without a key to 512. Default: 1024x1024, without a key 512x512. A model may give another.',
      ),
    response_format: z.enum(['b64_json', 'url']).nullish().describe('Default: `b64_json`. A link is good for an hour.'),
    seed: z
      .int()
      .min(0)
      .max(MAX_SEED)
      .nullish()
      .describe('The engine of this service gives the same picture for the same seed.'),
    user: LABELS.user,
    // The policy and the model decide these.
    quality: effectlessValue(['auto', 'standard']),
    style: effectlessValue(),
    background: effectlessValue(['auto', 'opaque']),
    moderation: effectlessValue(['auto']),
    output_format: effectlessValue(['png']),
    output_compression: effectlessValue([100]),
    input_fidelity: effectlessValue(),
    stream: unsupported(LATER),
    partial_images: unsupported(LATER),
  }),
);
