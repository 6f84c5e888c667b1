import { z } from 'zod';
import type { MethodDocs } from '../platform/http/method-docs.ts';
import { EXPORT_MEDIA_TYPE } from '../proof/chain-export.ts';

const list = (what: string) =>
  z.string().min(1).max(2_000).optional().describe(`${what} Several with commas between them.`);

const instant = (what: string) => z.iso.datetime().optional().describe(what);

/** The filter that `auditTrail` of GraphQL takes, as it is written in an address. */
export const AuditExportQuery = z.strictObject({
  actor: list('Who, e.g. `operator:op_…`.'),
  action: list('A mutation’s name, or what else was done, e.g. `signIn`.'),
  subjectId: list('Of what it was done to.'),
  outcome: list('DONE or REFUSED.'),
  happenedFrom: instant('What was done then or later.'),
  happenedBefore: instant('What was done before then.'),
});

export const auditExportDocs: MethodDocs = {
  name: 'exportAuditTrail',
  tag: { name: 'Exports', description: 'What is kept, to take away.' },
  summary: 'The audit trail, to be shown to others',
  description:
    'JSON Lines: a header, the entries of the hash chain in their order with what was asked for of the audit trail, and a trailer with the chain’s anchor in the transparency log. `imprimatur audit --export` checks it without network. Without a trailer it was cut off.',
  credential: 'BEARER',
  query: AuditExportQuery,
  example: { query: { happenedFrom: '2026-11-01T00:00:00Z', outcome: 'REFUSED' } },
  answers: {
    200: {
      description: 'The export.',
      headers: ['Cache-Control', 'Content-Disposition', 'X-Accel-Buffering'],
      content: { [EXPORT_MEDIA_TYPE]: { text: '{"type":"header","format":"imprimatur.chain-export","version":1}\n' } },
    },
  },
  problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'BAD_REQUEST', 'BAD_USER_INPUT', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
};
