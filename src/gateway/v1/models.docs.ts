import { z } from 'zod';
import type { MethodDocs } from '../../platform/http/method-docs.ts';
import { CALL_HEADERS, EXAMPLE_TASK, V1_TAG, v1Errors } from './docs.ts';

const Model = z
  .looseObject({
    id: z.string().describe('Name of the task. Send it as `model`.'),
    object: z.literal('model'),
    created: z.int(),
    owned_by: z.string(),
    title: z.string(),
    description: z.string().describe('Purpose of the task, and its limits.'),
    task_version: z.int(),
    kind: z.enum(['TEXT', 'IMAGE']).describe('Kind of output.'),
    max_output_tokens: z.int().nullable().describe('Maximum output tokens. Null for image tasks.'),
    data_class: z.string(),
    labels: z.array(z.string()),
    gates: z.array(z.string()),
  })
  .meta({ id: 'TaskModel', description: 'A task in the format of a model.' });

const EXAMPLE = {
  id: EXAMPLE_TASK,
  object: 'model',
  created: 1795305600,
  owned_by: 'imprimatur',
  title: 'Field extraction',
  description: 'Takes fields and a summary of the structure out of a text.',
  task_version: 1,
  kind: 'TEXT',
  max_output_tokens: 4096,
  data_class: 'HOSTED',
  labels: [],
  gates: [],
};

const read = {
  tag: V1_TAG,
  credential: 'OPTIONAL',
  example: {},
  problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'],
  errors: v1Errors,
} satisfies Partial<MethodDocs>;

export const modelsDocs: MethodDocs = {
  ...read,
  name: 'taskModels',
  summary: 'List the tasks',
  description:
    'All tasks; with a customer’s key, those that the key allows. Not paged: a catalogue has at most 24 tasks.',
  answers: {
    200: {
      description: 'The list of tasks.',
      headers: ['Cache-Control', ...CALL_HEADERS],
      content: {
        'application/json': {
          schema: z.looseObject({ object: z.literal('list'), data: z.array(Model) }),
          example: { object: 'list', data: [EXAMPLE] },
        },
      },
    },
  },
};

export const modelDocs: MethodDocs = {
  ...read,
  name: 'taskModel',
  summary: 'Read a task',
  description: 'One task by its name. The slash in the name may be encoded.',
  params: { model: { description: 'Name of the task.', example: EXAMPLE_TASK } },
  problems: [...read.problems, 'NOT_FOUND'],
  answers: {
    200: {
      description: 'The task, in the form of a model of OpenAI’s API.',
      headers: ['Cache-Control', ...CALL_HEADERS],
      content: { 'application/json': { schema: Model, example: EXAMPLE } },
    },
  },
};
