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
  .meta({ id: 'HeldAnswer', description: 'All of a `ChatCompletion` or of a `Response`, whichever was asked for.' });

export const heldRunDocs: MethodDocs = {
  name: 'heldRun',
  tag: V1_TAG,
  summary: 'What a run has said, once it is approved',
  description: `For runs that were answered with 403 \`held_for_approval\`: the answer as it would have been given at once, a chat completion or a response, whichever was asked for. What was asked is not kept, so members of a response that only repeat it have their defaults. With \`X-Imprimatur-Seal: true\` its exact text is sealed; asked again, it is the same seal.

Until a person approves it, it is 403 \`held_for_approval\`; refused, 403 \`approval_refused\`; not decided in time, 410 \`approval_expired\`; let go of since, 410 \`held_content_gone\`. Each says how it stands in \`error.approval\`. Of runs that are another customer’s, or that were answered at once, it is 404.`,
  credential: 'BEARER',
  takes: ['X-Imprimatur-Seal'],
  params: { id: { description: 'Of the run.', example: EXAMPLE_RUN } },
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
    ...(['HELD_CONTENT_CHANGED', 'APPROVAL_EXPIRED', 'APPROVAL_CANCELED', 'HELD_CONTENT_GONE'] as const),
    'SERVICE_UNAVAILABLE',
  ],
  errors: v1Errors,
};
