import type { EntityManager } from '@mikro-orm/postgresql';
import type { CredentialKind } from '../platform/auth/principal.ts';
import { sql } from '../platform/database/database.ts';
import { isoTime } from '../platform/database/database-time.sql.ts';
import type { ApprovalSubject, ApprovalVerdict } from './approval.entity.ts';

/** A decision and the request it is about: all data that is signed. Contains no content and no names. */
export interface DecisionWithSubject {
  id: string;
  approvalId: string;
  sha256: string;
  /** SHA-256 of the display that the approver saw. Null if the approver’s request didn’t contain it. */
  displayHash: string | null;
  subjectKind: ApprovalSubject;
  subjectId: string;
  requestedBy: string;
  barred: readonly string[];
  quorum: number;
  askedAt: string;
  expiresAt: string;
  policyVersion: number | null;
  policySha256: string | null;
  verdict: ApprovalVerdict;
  /** Position among the decisions on the request, from 1. */
  position: number;
  decidedBy: string;
  credentialKind: CredentialKind | null;
  issuedBy: string | null;
  decidedAt: string;
}

/** Reads the decisions with these ids. Unknown ids are left out. */
export function readDecisions(em: EntityManager, ids: readonly string[]): Promise<DecisionWithSubject[]> {
  return sql(
    em,
    `select decision.id, approval.id as "approvalId", decision.sha256, decision.display_hash as "displayHash", approval.subject_kind as "subjectKind",
       approval.subject_id as "subjectId", approval.asked_by as "requestedBy", to_json(approval.barred) as barred, approval.quorum,
       ${isoTime('approval.created_at')} as "askedAt", ${isoTime('approval.expires_at')} as "expiresAt",
       approval.policy_version as "policyVersion", approval.policy_sha256 as "policySha256", decision.verdict,
       coalesce(decision.position, (
         select count(*)::int from approval_decision other where other.approval_id = approval.id
           and (other.decided_at, other.id) <= (decision.decided_at, decision.id))) as position,
       decision.decided_by as "decidedBy", decision.credential_kind as "credentialKind", decision.issued_by as "issuedBy",
       ${isoTime('decision.decided_at')} as "decidedAt"
     from approval_decision decision join approval on approval.id = decision.approval_id
     where decision.id = any($1) order by decision.id`,
    [[...ids]],
  );
}

/** Reads at most `limit` ids of decisions, in order after the id `after`, and the age of each decision in seconds. */
export function readDecisionsAfter(
  em: EntityManager,
  after: string,
  limit: number,
): Promise<{ id: string; ageSeconds: number }[]> {
  return sql(
    em,
    `select id, extract(epoch from clock_timestamp() - decided_at)::float8 as "ageSeconds"
     from approval_decision where id > $1 order by id limit $2`,
    [after, limit],
  );
}
