import { z } from 'zod';
import type { DocsTag, MethodDocs } from '../platform/http/method-docs.ts';

export const HEALTH_TAG: DocsTag = { name: 'Health', description: 'Whether the service is up, and what it needs.' };

const Status = z.object({ status: z.enum(['pass', 'fail']) });

export const livezDocs: MethodDocs = {
  name: 'livez',
  tag: HEALTH_TAG,
  summary: 'Whether the process answers',
  description: 'Asks nothing else, so it passes while the database is away. For whoever restarts processes.',
  example: {},
  answers: {
    200: {
      description: 'It does.',
      headers: ['Cache-Control'],
      content: { 'application/health+json': { schema: Status, example: { status: 'pass' } } },
    },
  },
};

export const readyzDocs: MethodDocs = {
  name: 'readyz',
  tag: HEALTH_TAG,
  summary: 'Whether the process takes work',
  description:
    'Database, storage and queue are there, the database takes writes, and the service is neither starting nor stopping. For whoever sends it requests.',
  example: {},
  answers: {
    ...livezDocs.answers,
    503: {
      description: 'Not now.',
      headers: ['Cache-Control', 'Retry-After'],
      content: { 'application/health+json': { schema: Status, example: { status: 'fail' } } },
    },
  },
};
