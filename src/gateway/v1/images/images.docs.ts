import { z } from 'zod';
import type { MethodDocs } from '../../../platform/http/method-docs.ts';
import { EXAMPLE_RUN, RUN_HEADERS, RUN_PROBLEMS, V1_TAG, v1Errors } from '../docs.ts';
import { IMAGE_TASK, IMAGES_BODY } from './images-shape.ts';

const Facts = z
  .looseObject({
    run_id: z.string(),
    task: z.string(),
    deployment: z.string().describe('Provider and model; `embedded/renderer` is the engine of this service.'),
    attempts: z.int(),
    cost_usd: z.number().nullable().describe('Null where nobody knows.'),
    estimated: z.boolean(),
    overhead_ms: z.number(),
    policy_version: z.int(),
    simulated: z.boolean(),
    not_final: z.boolean(),
    past_soft_cap: z.boolean(),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: 'PictureFacts', description: 'What the headers say, for those who only see the body.' });

const Pictures = z
  .looseObject({
    created: z.int(),
    data: z.array(z.looseObject({ b64_json: z.string().optional(), url: z.url().optional() })),
    size: z.string().optional().describe('Of the pictures, as they are. Left out where they differ.'),
    output_format: z.string().optional().describe('Of the pictures, as they are. Left out where they differ.'),
    usage: z
      .looseObject({
        total_tokens: z.int(),
        input_tokens: z.int(),
        output_tokens: z.int(),
        input_tokens_details: z.object({ text_tokens: z.int(), image_tokens: z.int() }),
        output_tokens_details: z.object({ text_tokens: z.int(), image_tokens: z.int() }),
      })
      .optional()
      .describe('Left out if the provider doesn’t count tokens.'),
    imprimatur: Facts,
  })
  .meta({ id: 'GeneratedImages' });

export const imagesDocs: MethodDocs = {
  name: 'generateImages',
  tag: V1_TAG,
  summary: 'Have pictures drawn',
  description:
    'By the model that the policy chooses. They are decoded before they are handed over, and nothing of them is kept, but for an hour what is asked for as links; nothing goes to the image bank. Without a key the engine of this service can be tried where the sandbox is on: one picture of at most 512 by 512 pixels at a time, so many a day. What a provider will not draw is refused with 400 and `content_policy_violation`. The same request with the same `Idempotency-Key` within a day is answered the same again, and nothing is drawn or paid a second time; links end when they would have ended.',
  credential: 'OPTIONAL',
  takes: ['Idempotency-Key', 'X-Imprimatur-Preference'],
  body: { 'application/json': IMAGES_BODY.shape },
  example: {
    body: { model: IMAGE_TASK, prompt: 'calm sea at dawn', size: '256x256', response_format: 'url', seed: 7 },
  },
  answers: {
    200: {
      description: 'The pictures.',
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
