import { z } from 'zod';
import type { MethodDocs } from '../../platform/http/method-docs.ts';
import { EXAMPLE_TASK, V1_TAG, v1Errors } from './docs.ts';

const Model = z
  .looseObject({
    id: z.string().describe('The task’s name: what `model` takes.'),
    object: z.literal('model'),
    created: z.int(),
    owned_by: z.string(),
    title: z.string(),
    description: z.string().describe('What the task is for, and what not.'),
    task_version: z.int(),
    kind: z.enum(['TEXT', 'IMAGE']).describe('What the task gives.'),
    max_output_tokens: z.int().nullable().describe('Null for pictures.'),
    data_class: z.string(),
    labels: z.array(z.string()),
    gates: z.array(z.string()),
  })
  .meta({ id: 'TaskModel', description: 'A task, in the form of a model.' });

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
    'All tasks, and nothing else; with a customer’s key those that it is good for. They are not paged: there are thirteen, twelve for texts and one for pictures.',
  answers: {
    200: {
      description: 'The tasks.',
      headers: ['Cache-Control'],
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
  summary: 'One task',
  description: 'By its name, whose slash may be encoded or not.',
  params: { model: { description: 'The task’s name.', example: EXAMPLE_TASK } },
  problems: [...read.problems, 'NOT_FOUND'],
  answers: {
    200: {
      description: 'The task.',
      headers: ['Cache-Control'],
      content: { 'application/json': { schema: Model, example: EXAMPLE } },
    },
  },
};
