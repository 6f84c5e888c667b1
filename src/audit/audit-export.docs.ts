import { z } from 'zod';
import type { MethodDocs } from '../platform/http/method-docs.ts';
import { EXPORT_MEDIA_TYPE } from '../proof/chain-export.ts';

const list = (what: string) =>
  z.string().min(1).max(2_000).optional().describe(`${what} Separate several values by commas.`);

const instant = (what: string) => z.iso.datetime().optional().describe(what);

/** Query parameters of the audit export, with the filter of the GraphQL query `auditTrail`. */
export const AuditExportQuery = z.strictObject({
  actor: list('Only entries of these actors, e.g. `operator:op_…`.'),
  action: list(
    'Only entries of these actions: names of mutations, or others such as `signIn`. Also finds entries with a former name of an action.',
  ),
  subjectId: list('Only entries about these objects, by id.'),
  outcome: list('Only entries with these outcomes: DONE or REFUSED.'),
  happenedFrom: instant('Only actions at or after this time.'),
  happenedBefore: instant('Only actions before this time.'),
});

export const auditExportDocs: MethodDocs = {
  name: 'exportAuditTrail',
  tag: { name: 'Exports', description: 'Downloads of stored records with their proofs.' },
  summary: 'Export the audit trail',
  description:
    'JSON Lines: a header, the matching audit entries in the order of the hash chain, and a trailer with the chain’s anchor in the transparency log. Check the file offline with `imprimatur audit --export`. A file without a trailer is incomplete.',
  credential: 'BEARER',
  query: AuditExportQuery,
  example: { query: { happenedFrom: '2026-11-01T00:00:00Z', outcome: 'REFUSED' } },
  answers: {
    200: {
      description: 'Exported entries.',
      headers: ['Cache-Control', 'Content-Disposition', 'X-Accel-Buffering'],
      content: { [EXPORT_MEDIA_TYPE]: { text: '{"type":"header","format":"imprimatur.chain-export","version":1}\n' } },
    },
  },
  problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'BAD_REQUEST', 'BAD_USER_INPUT', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
};
