import { z } from 'zod';
import { HealthDocument } from '../rest/generated/graphql.ts';
import { type Route, route } from '../rest/index.ts';

/** The health report on REST. */
export const healthRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/health/architecture',
    summary: 'What the service needs and whether it is there',
    link: { title: 'Health', text: 'what the service needs and whether it is there' },
    operation: HealthDocument,
    credential: 'NONE',
    variables: () => ({}),
    reply: ({ health }) => ({
      status: health.ok ? 200 : 503,
      headers: { 'Cache-Control': 'no-store', ...(!health.ok && { 'Retry-After': '2' }) },
      body: {
        ok: health.ok,
        status: health.status.toLowerCase(),
        checkedAt: health.checkedAt,
        connections: health.connections.map((one) => ({ ...one, status: one.status.toLowerCase() })),
      },
    }),
    answer: {
      status: 200,
      description: 'The report',
      schema: z.object({
        ok: z.boolean(),
        status: z.enum(['pass', 'warn', 'fail']),
        checkedAt: z.iso.datetime(),
        connections: z.array(
          z.object({
            name: z.string(),
            ok: z.boolean(),
            required: z.boolean(),
            status: z.enum(['pass', 'warn', 'fail']),
            latencyMs: z.int(),
          }),
        ),
      }),
    },
    alsoAnswers: [{ status: 503, description: 'Something required is down; the report says what' }],
    problems: [],
  }),
];
