import { z } from 'zod';
import type { MethodDocs } from '../../../platform/http/method-docs.ts';
import { EXAMPLE_RUN, RUN_HEADERS, RUN_PROBLEMS, V1_TAG, v1Errors } from '../docs.ts';
import { IMAGE_TASK, MAX_COUNT } from './images-request.ts';

const ignored = z.unknown().optional().describe('Taken and not applied; `X-Imprimatur-Warnings` says so.');

const Request = z.object({
  model: z.literal(IMAGE_TASK).describe('The task that draws.'),
  prompt: z.string().min(1).describe('At most 32,000 characters; without a key 2,000.'),
  n: z.int().min(1).max(MAX_COUNT).nullish().describe('How many pictures. Default: 1, and no more without a key.'),
  size: z
    .string()
    .nullish()
    .describe(
      '`auto` or `WIDTHxHEIGHT`, each from 256 to 2048 pixels; without a key to 512. Default: 1024x1024, without a key 512x512. A model may give another.',
    ),
  response_format: z.enum(['b64_json', 'url']).nullish().describe('Default: `b64_json`. A link is good for an hour.'),
  seed: z.int().min(0).nullish().describe('The engine of this service gives the same picture for the same seed.'),
  user: z.string().max(512).nullish().describe('Taken, and neither kept nor handed on.'),
  quality: ignored,
  style: ignored,
  background: ignored,
  moderation: ignored,
  output_format: ignored,
  output_compression: ignored,
  input_fidelity: ignored,
  stream: z.literal(false).nullish(),
  partial_images: z.null().optional(),
});

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
  body: { 'application/json': Request },
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
