import { z } from 'zod';
import { HealthDocument } from '../rest/generated/graphql.ts';
import { Count, type Route, route } from '../rest/index.ts';
import { HEALTH_TAG } from './health.docs.ts';

/** The health report on REST. */
export const healthRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/health/architecture',
    tag: HEALTH_TAG,
    summary: 'What the service needs and whether it is there',
    description:
      'Each connection by its name, looked at anew after a second. `ok` is true when all are there that are required.',
    example: {},
    link: { title: 'Health', text: 'connections of the service and their state' },
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
      description: 'The report.',
      headers: ['Cache-Control'],
      example: {
        ok: true,
        status: 'pass',
        checkedAt: '2026-11-22T09:15:02.948Z',
        connections: [{ name: 'database', ok: true, required: true, status: 'pass', latencyMs: 7 }],
      },
      schema: z.object({
        ok: z.boolean(),
        status: z.enum(['pass', 'warn', 'fail']),
        checkedAt: z.iso.datetime(),
        connections: z.array(
          z.object({
            name: z.string(),
            ok: z.boolean(),
            required: z.boolean(),
            status: z.enum(['pass', 'warn', 'fail', 'unknown']),
            latencyMs: Count,
          }),
        ),
      }),
    },
    alsoAnswers: [
      {
        status: 503,
        description: 'Something required is down; the report says what.',
        headers: ['Cache-Control', 'Retry-After'],
        example: {
          ok: false,
          status: 'fail',
          checkedAt: '2026-11-22T09:15:02.948Z',
          connections: [{ name: 'database', ok: false, required: true, status: 'fail', latencyMs: 2000 }],
        },
      },
    ],
    problems: [],
  }),
];
