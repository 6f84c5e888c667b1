import { z } from 'zod';
import type { DocsTag, MethodDocs } from '../platform/http/method-docs.ts';

export const HEALTH_TAG: DocsTag = { name: 'Health', description: 'Status of the service and its dependencies.' };

const Status = z.object({ status: z.enum(['pass', 'fail']) });

export const livezDocs: MethodDocs = {
  name: 'livez',
  tag: HEALTH_TAG,
  summary: 'Liveness probe',
  description:
    'Checks only that the process answers, so it passes while the database is down. For supervisors that restart processes.',
  example: {},
  answers: {
    200: {
      description: 'The process answers.',
      headers: ['Cache-Control'],
      content: { 'application/health+json': { schema: Status, example: { status: 'pass' } } },
    },
  },
};

export const readyzDocs: MethodDocs = {
  name: 'readyz',
  tag: HEALTH_TAG,
  summary: 'Readiness probe',
  description:
    'Passes if calls can be served: database and storage are up, the database accepts writes, and the service is neither starting nor stopping. Also passes while the storage is full or only the job queue is down. Answers within half a second: while a check takes longer, by the last one. For load balancers.',
  example: {},
  answers: {
    ...livezDocs.answers,
    503: {
      description: 'The service doesn’t accept requests now.',
      headers: ['Cache-Control', 'Retry-After'],
      content: { 'application/health+json': { schema: Status, example: { status: 'fail' } } },
    },
  },
};
