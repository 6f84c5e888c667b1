import { z } from 'zod';
import type { MethodDocs } from '../../platform/http/method-docs.ts';
import { chatExample } from './chat/chat.docs.ts';
import { EXAMPLE_RUN, RUN_HEADERS, RunFacts, V1_TAG, v1Errors } from './docs.ts';

const HeldAnswer = z
  .looseObject({
    id: z.string(),
    object: z.enum(['chat.completion', 'response']),
    model: z.string(),
    imprimatur: RunFacts,
  })
  .meta({
    id: 'HeldAnswer',
    description: 'A `Response` if the request was sent to `/v1/responses`. Otherwise a `ChatCompletion`.',
  });

export const heldRunDocs: MethodDocs = {
  name: 'heldRun',
  tag: V1_TAG,
  summary: 'Read a held answer after approval',
  description: `Returns the answer of a run that was answered with 403 \`held_for_approval\`, in the format of the endpoint that the request was sent to. The request isn’t stored, so those members of a response that repeat request parameters have default values. With \`X-Imprimatur-Seal: true\` the exact text is sealed; further requests return the same seal.

Before approval: 403 \`held_for_approval\`. Rejected: 403 \`approval_refused\`. Canceled by the requester: 410 \`approval_canceled\`. Not decided in time: 410 \`approval_expired\`. Content deleted since: 410 \`held_content_gone\`. Stored content or approval changed in the database: 409 \`held_content_changed\` or \`approval_not_proven\`. Each has the status in \`error.approval\`. With \`X-Imprimatur-Seal: true\` and a changed record of the run: 409 \`record_changed\`. Runs that the caller can’t read, and runs that were not held, give 404.`,
  credential: 'BEARER',
  takes: ['X-Imprimatur-Seal'],
  params: { id: { description: 'Id of the run.', example: EXAMPLE_RUN } },
  example: {},
  answers: {
    200: {
      description: 'The answer.',
      headers: RUN_HEADERS,
      content: { 'application/json': { schema: HeldAnswer, example: chatExample } },
    },
  },
  problems: [
    ...(['UNAUTHENTICATED', 'FORBIDDEN', 'HELD_FOR_APPROVAL', 'APPROVAL_REFUSED', 'NOT_FOUND'] as const),
    ...([
      'HELD_CONTENT_CHANGED',
      'APPROVAL_NOT_PROVEN',
      'RECORD_CHANGED',
      'APPROVAL_EXPIRED',
      'APPROVAL_CANCELED',
      'HELD_CONTENT_GONE',
    ] as const),
    'SERVICE_UNAVAILABLE',
  ],
  errors: v1Errors,
};
