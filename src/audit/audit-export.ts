import type { Request } from 'express';
import { type ChainApi, exportLines, exportMount } from '../chain/index.ts';
import { AuditOutcome } from '../platform/audit/audit.ts';
import { badUserInput } from '../platform/errors/errors.ts';
import type { Mount } from '../platform/http/mount.ts';
import { parse } from '../platform/http/parse-request.ts';
import { firstIdAt } from '../platform/ids.ts';
import type { Platform } from '../platform/platform.ts';
import type { AuditFilter } from './audit.inputs.ts';
import { conditionsOf } from './audit.reads.ts';
import { readMatches } from './audit-entry.sql.ts';
import { AuditExportQuery, auditExportDocs } from './audit-export.docs.ts';

/** Exports the audit trail as a file, with the proofs that an auditor checks. */
export function auditExportMount(platform: Platform, chain: ChainApi): Mount {
  return exportMount(platform, {
    path: '/exports/audit-trail.jsonl',
    fileName: 'audit-trail',
    permission: 'audit:export',
    docs: auditExportDocs,
    lines(ctx, query) {
      const filter = filterOf(query);
      const matching = conditionsOf(filter);
      const { happenedFrom, happenedBefore } = filter;
      return exportLines(chain, ctx, {
        kind: 'AUDIT_ENTRY',
        filter: JSON.parse(JSON.stringify(filter)),
        fromId: happenedFrom ? firstIdAt('auditEntry', happenedFrom) : null,
        untilId: happenedBefore ? firstIdAt('auditEntry', happenedBefore) : null,
        issuer: platform.publicUrl,
        choose: (em, ids) => readMatches(em, matching, ids),
      });
    },
  });
}

/** @throws Refusal BAD_USER_INPUT */
function filterOf(query: Request['query']): AuditFilter {
  const { happenedFrom, happenedBefore, ...texts } = parse(AuditExportQuery, query, 'query');
  const lists = Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text.split(',')]])),
  ) as Pick<AuditFilter, 'actor' | 'action' | 'subjectId' | 'outcome'>;
  const known: readonly string[] = Object.keys(AuditOutcome);
  if (lists.outcome?.some((word) => !known.includes(word))) {
    const detail = `Use these values, separated by commas: ${known.join(', ')}.`;
    throw badUserInput('The query is invalid.', [{ pointer: '/outcome', detail }]);
  }
  return {
    ...lists,
    ...(happenedFrom !== undefined && { happenedFrom: new Date(happenedFrom) }),
    ...(happenedBefore !== undefined && { happenedBefore: new Date(happenedBefore) }),
  };
}
