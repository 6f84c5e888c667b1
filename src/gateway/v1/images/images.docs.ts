import { z } from 'zod';
import type { MethodDocs } from '../../../platform/http/method-docs.ts';
import { EXAMPLE_RUN, RUN_HEADERS, RUN_PROBLEMS, V1_TAG, v1Errors } from '../docs.ts';
import { IMAGE_TASK, IMAGES_BODY } from './images-shape.ts';

const Facts = z
  .looseObject({
    run_id: z.string(),
    task: z.string(),
    deployment: z
      .string()
      .describe('Provider and model of the deployment. `embedded/renderer` is the engine of this service.'),
    attempts: z.int(),
    cost_usd: z.number().nullable().describe('Cost of all attempts in USD. Null if unknown.'),
    estimated: z.boolean(),
    overhead_ms: z.number(),
    policy_version: z.int(),
    simulated: z.boolean(),
    not_final: z.boolean(),
    past_soft_cap: z.boolean(),
    warnings: z.array(z.string()).optional(),
  })
  .meta({
    id: 'PictureFacts',
    description: 'Facts about the run that generated the images, as in the headers `X-Imprimatur-…`.',
  });

const Pictures = z
  .looseObject({
    created: z.int(),
    data: z.array(z.looseObject({ b64_json: z.string().optional(), url: z.url().optional() })),
    size: z.string().optional().describe('Actual size of the images. Left out if they differ.'),
    output_format: z.string().optional().describe('Actual format of the images. Left out if they differ.'),
    usage: z
      .looseObject({
        total_tokens: z.int(),
        input_tokens: z.int(),
        output_tokens: z.int(),
        input_tokens_details: z.object({ text_tokens: z.int(), image_tokens: z.int() }),
        output_tokens_details: z.object({ text_tokens: z.int(), image_tokens: z.int() }),
      })
      .optional()
      .describe('Tokens used for the images. Left out if the provider doesn’t count tokens.'),
    imprimatur: Facts,
  })
  .meta({ id: 'GeneratedImages' });

export const imagesDocs: MethodDocs = {
  name: 'generateImages',
  tag: V1_TAG,
  summary: 'Generate images',
  description:
    'Generates images with the model that the policy chooses. Images are decoded before they are returned, and not added to the image bank. Those returned as links are stored for an hour, all others not at all.\n\nIf the sandbox is on, callers without a key can use the engine of this service: one image of at most 512 × 512 pixels per request, with a daily limit. A prompt that a provider refuses gives 400 with `content_policy_violation`.\n\nWith an `Idempotency-Key`, the same request within a day returns the same answer without another charge. Links keep their original expiry.',
  credential: 'OPTIONAL',
  takes: ['Idempotency-Key', 'X-Imprimatur-Preference'],
  body: { 'application/json': IMAGES_BODY.shape },
  example: {
    body: { model: IMAGE_TASK, prompt: 'calm sea at dawn', size: '256x256', response_format: 'url', seed: 7 },
  },
  answers: {
    200: {
      description: 'The generated images.',
      headers: RUN_HEADERS,
      content: {
        'application/json': {
          schema: Pictures,
          example: {
            created: 1795305600,
            data: [{ url: 'http://127.0.0.1:4000/media/pic_01m818k5q9er0az63q2g08xk2r/original.png' }],
            size: '256x256',
            output_format: 'png',
            imprimatur: {
              run_id: EXAMPLE_RUN,
              task: IMAGE_TASK,
              deployment: 'embedded/renderer',
              attempts: 1,
              cost_usd: 0,
              estimated: false,
              overhead_ms: 2.4,
              policy_version: 1,
              simulated: false,
              not_final: false,
              past_soft_cap: false,
            },
          },
        },
      },
    },
  },
  problems: RUN_PROBLEMS,
  errors: v1Errors,
};
