import { z } from 'zod';
import type { MethodDocs } from '../../platform/http/method-docs.ts';
import { EXPORT_MEDIA_TYPE } from '../../proof/chain-export.ts';

const list = (what: string) =>
  z.string().min(1).max(2_000).optional().describe(`${what} Several with commas between them.`);

const micros = (what: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'Give micros of USD, in digits alone.')
    .optional()
    .describe(`${what} In micros of USD; those of unknown cost are not among them.`);

const instant = (what: string) => z.iso.datetime().optional().describe(what);

/** The filter that `runs` of GraphQL takes, as it is written in an address. */
export const ExportQuery = z.strictObject({
  customerId: list('Who pays.'),
  customerKeyId: list('By the customer’s key that was shown.'),
  requestedBy: list('Who has asked, e.g. `agent:agt_…`.'),
  task: list('By name, e.g. `human-phrasing/warm-tone`.'),
  deployment: list('By id, e.g. `openai/gpt-6.1-sol`.'),
  status: list('How they ended, e.g. SUCCEEDED.'),
  failure: list('Why they failed or were canceled, e.g. RATE_LIMITED.'),
  surface: list('By which door they came, e.g. GRAPHQL.'),
  isSimulated: z
    .enum(['true', 'false'])
    .optional()
    .describe('Those that the sandbox answered, or those that it did not.'),
  isHeld: z.enum(['true', 'false']).optional().describe('Those whose output was held for approval, or the others.'),
  minCostMicros: micros('Those that cost so much or more.'),
  maxCostMicros: micros('Those that cost so much or less.'),
  startedFrom: instant('Those that began then or later.'),
  startedBefore: instant('Those that began before then.'),
});

export const exportDocs: MethodDocs = {
  name: 'exportRuns',
  tag: { name: 'Exports', description: 'What is kept, to take away.' },
  summary: 'The log of runs, to be shown to others',
  description:
    'JSON Lines: a header, the entries of the hash chain in their order with the runs that were asked for, and a trailer with the chain’s anchor in the transparency log. `imprimatur audit --export` checks it without network. Without a trailer it was cut off.',
  credential: 'BEARER',
  query: ExportQuery,
  example: { query: { startedFrom: '2026-11-01T00:00:00Z', isSimulated: 'false' } },
  answers: {
    200: {
      description: 'The export.',
      headers: ['Cache-Control', 'Content-Disposition', 'X-Accel-Buffering'],
      content: { [EXPORT_MEDIA_TYPE]: { text: '{"type":"header","format":"imprimatur.chain-export","version":1}\n' } },
    },
  },
  problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'BAD_REQUEST', 'BAD_USER_INPUT', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
};
