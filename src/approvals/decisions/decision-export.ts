import { z } from 'zod';
import { type ChainApi, exportLines, exportMount } from '../../chain/index.ts';
import type { TransparencyLog } from '../../log/index.ts';
import type { MethodDocs } from '../../platform/http/method-docs.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { parse } from '../../platform/http/parse-request.ts';
import type { Platform } from '../../platform/platform.ts';
import { EXPORT_MEDIA_TYPE } from '../../proof/chain-export.ts';
import { decisionBundles } from './decision-bundles.ts';
import { readMatches } from './decision-seal.sql.ts';

const DecisionQuery = z.strictObject({
  approvalId: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe('Only decisions on these requests for approval. Separate several ids by commas.'),
});

const docs: MethodDocs = {
  name: 'exportDecisions',
  tag: { name: 'Exports', description: 'Downloads of stored records with their proofs.' },
  summary: 'Export sealed decisions on requests for approval',
  description:
    'JSON Lines like the other exports, each decision with its Sigstore bundle. `imprimatur audit --export` checks the file offline: each request was decided in time, on the same bytes, by a quorum of different people, none of whom was barred from deciding.',
  credential: 'BEARER',
  query: DecisionQuery,
  example: { query: { approvalId: 'apv_01m818k5q9er0az63q2g08xk2r' } },
  answers: {
    200: {
      description: 'Exported decisions.',
      headers: ['Cache-Control', 'Content-Disposition', 'X-Accel-Buffering'],
      content: { [EXPORT_MEDIA_TYPE]: { text: '{"type":"header","format":"imprimatur.chain-export","version":1}\n' } },
    },
  },
  problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'BAD_REQUEST', 'BAD_USER_INPUT', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
};

/** Exports sealed decisions as a file, with the proofs that an auditor checks. */
export function decisionExportMount(platform: Platform, chain: ChainApi, log: TransparencyLog): Mount {
  return exportMount(platform, {
    path: '/exports/decisions.jsonl',
    fileName: 'decisions',
    permission: 'audit:export',
    docs,
    lines(ctx, query) {
      const approvalIds = parse(DecisionQuery, query, 'query').approvalId?.split(',') ?? null;
      return exportLines(chain, ctx, {
        kind: 'DECISION',
        filter: approvalIds ? { approvalId: approvalIds } : {},
        fromId: null,
        untilId: null,
        issuer: platform.publicUrl,
        choose: (em, ids) => readMatches(em, ids, approvalIds),
        async bundles(em, ids) {
          const bundles = await decisionBundles(em, log, ids);
          return new Map([...bundles].map(([id, bundle]) => [id, JSON.parse(bundle)]));
        },
      });
    },
  });
}
