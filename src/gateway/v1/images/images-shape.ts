import { z } from 'zod';
import { BodyShape } from '../shapes/body-shape.ts';
import { LABELS, unsupported } from '../shapes/common.ts';
import { effectlessValue } from '../shapes/effectless.ts';

/** The only image task. It belongs to no cluster. */
export const IMAGE_TASK = 'media/image';

/** Answers are sent whole, so more images would take too much memory for one caller. */
export const MAX_COUNT = 4;
const MAX_SEED = 2 ** 31 - 1;

const LATER = 'Images are returned when all are finished.';

export const IMAGES_BODY = new BodyShape(
  z.strictObject({
    model: z.literal(IMAGE_TASK).describe('Name of the image task.'),
    prompt: z
      .string()
      .min(1)
      .describe(
        'Description of the image. The task sets its maximum length, by default 32,000 characters; without a key, 2,000.',
      ),
    n: z
      .int()
      .min(1)
      .max(MAX_COUNT)
      .nullish()
      .describe('Number of images. Default: 1, which is the maximum without a key.'),
    size: z
      .string()
      .max(16)
      .nullish()
      .describe(
        '`auto` or `WIDTHxHEIGHT`, each 256 to 2048 pixels; without a key, at most 512. Default: 1024x1024; without a key, 512x512. A model may return another size.',
      ),
    response_format: z
      .enum(['b64_json', 'url'])
      .nullish()
      .describe('Format of the images. Default: `b64_json`. Links expire after an hour.'),
    seed: z
      .int()
      .min(0)
      .max(MAX_SEED)
      .nullish()
      .describe('Seed. The engine of this service draws the same image for the same prompt, size and seed.'),
    user: LABELS.user,
    // Has no effect: the policy and the model decide the quality.
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
