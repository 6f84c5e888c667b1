import { z } from 'zod';
import type { MethodDocs } from '../../platform/http/method-docs.ts';
import { EXPORT_MEDIA_TYPE } from '../../proof/chain-export.ts';

const list = (what: string) =>
  z.string().min(1).max(2_000).optional().describe(`${what} Separate several values by commas.`);

const micros = (what: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'Send micros of USD as digits only.')
    .optional()
    .describe(`${what} Micros of USD. Excludes runs of unknown cost.`);

const instant = (what: string) => z.iso.datetime().optional().describe(what);

/** The filter of the GraphQL field `runs`, as query parameters. */
export const ExportQuery = z.strictObject({
  customerId: list('Only runs that these customers pay for, by id.'),
  customerKeyId: list('Only runs with these customer keys, by id.'),
  requestedBy: list('Only runs of these requesters, e.g. `agent:agt_…`.'),
  task: list('Only runs of these tasks, e.g. `human-phrasing/warm-tone`.'),
  deployment: list(
    'Only runs that one of these deployments answered, or that called it last, e.g. `openai/gpt-6.1-sol`.',
  ),
  status: list('Only runs with these final statuses, e.g. SUCCEEDED.'),
  failure: list('Only runs that failed or were canceled for these reasons, e.g. RATE_LIMITED.'),
  surface: list('Only runs that these APIs or features started, e.g. GRAPHQL.'),
  isSimulated: z
    .enum(['true', 'false'])
    .optional()
    .describe('True: only runs that the sandbox answered. False: only runs that it didn’t.'),
  isHeld: z
    .enum(['true', 'false'])
    .optional()
    .describe('True: only runs whose output was held for approval. False: only the others.'),
  minCostMicros: micros('Minimum cost of a run.'),
  maxCostMicros: micros('Maximum cost of a run.'),
  startedFrom: instant('Only runs that started at this time or later.'),
  startedBefore: instant('Only runs that started before this time.'),
});

export const exportDocs: MethodDocs = {
  name: 'exportRuns',
  tag: { name: 'Exports', description: 'Records as files.' },
  summary: 'Export runs',
  description:
    'JSON Lines with a header, the entries of the hash chain in order with the selected runs, and a trailer. The trailer has the chain’s anchor in the transparency log; a file without a trailer was cut off. `imprimatur audit --export` verifies the file offline.',
  credential: 'BEARER',
  query: ExportQuery,
  example: { query: { startedFrom: '2026-11-01T00:00:00Z', isSimulated: 'false' } },
  answers: {
    200: {
      description: 'The exported runs.',
      headers: ['Cache-Control', 'Content-Disposition', 'X-Accel-Buffering'],
      content: { [EXPORT_MEDIA_TYPE]: { text: '{"type":"header","format":"imprimatur.chain-export","version":1}\n' } },
    },
  },
  problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'BAD_REQUEST', 'BAD_USER_INPUT', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
};
