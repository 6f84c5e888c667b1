import { z } from 'zod';
import { HealthDocument } from '../rest/generated/graphql.ts';
import { HealthFields } from '../rest/generated/shapes.ts';
import { lowerCased, lowerCasedEnum, type Route, route } from '../rest/index.ts';
import { HEALTH_TAG } from './health.docs.ts';

const { status, connections } = HealthFields.shape;

const Report = HealthFields.extend({
  status: lowerCasedEnum(status.exclude(['UNKNOWN'])),
  connections: z.array(connections.element.extend({ status: lowerCasedEnum(connections.element.shape.status) })),
});

/** REST route of the health report. */
export const healthRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/health/architecture',
    tag: HEALTH_TAG,
    summary: 'Health of the dependencies',
    description:
      'Status of each dependency by name, checked at most once per second. `ok` is true if all required dependencies are up.',
    example: {},
    link: { title: 'Health', text: 'dependencies of the service and their status' },
    operation: HealthDocument,
    credential: 'NONE',
    variables: () => ({}),
    reply: ({ health }) => ({
      status: health.ok ? 200 : 503,
      headers: { 'Cache-Control': 'no-store', ...(!health.ok && { 'Retry-After': '2' }) },
      body: {
        ...health,
        status: lowerCased(health.status),
        connections: health.connections.map((one) => ({ ...one, status: lowerCased(one.status) })),
      },
    }),
    answer: {
      status: 200,
      description: 'Report with the status of each dependency.',
      headers: ['Cache-Control'],
      example: {
        ok: true,
        status: 'pass',
        checkedAt: '2026-11-22T09:15:02.948Z',
        connections: [{ name: 'database', ok: true, required: true, status: 'pass', latencyMs: 7 }],
      },
      schema: Report,
    },
    alsoAnswers: [
      {
        status: 503,
        description: 'A required dependency is down. The report names it.',
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
