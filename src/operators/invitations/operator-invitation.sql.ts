import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';
import type { StoredCode } from '../../platform/encryption/row-codes.ts';
import type { InvitationRow } from '../codes/operator-codes.ts';
import { OPEN } from './invitation.reads.ts';

/** An invitation that can still be accepted, as stored, with its code. */
export type OpenInvitation = InvitationRow & { readonly code: StoredCode };

/** SQL of the columns of an `OpenInvitation`. */
const STORED = `id, email, roles, token_digest as "tokenDigest", invited_by as "invitedBy", expires_at as "expiresAt",
  authentication_code as code`;

/** Statements of a transaction return times as text. */
const withTime = (invitation: OpenInvitation) => ({ ...invitation, expiresAt: new Date(invitation.expiresAt) });

/** Revokes the open invitations for an e-mail address. */
export async function revokeInvitationsAt(em: EntityManager, email: string): Promise<void> {
  await sql(
    em,
    `update operator_invitation set revoked_at = current_timestamp(3), authentication_code = null
     where email = $1 and ${OPEN}`,
    [email],
  );
}

/** Revokes the invitations that a principal created, except those that are accepted or revoked already. */
export async function revokeInvitationsBy(em: EntityManager, invitedBy: string): Promise<void> {
  await sql(
    em,
    `update operator_invitation set revoked_at = current_timestamp(3), authentication_code = null
     where invited_by = $1 and accepted_at is null and revoked_at is null`,
    [invitedBy],
  );
}

/** Counts the open invitations. */
export async function countOpenInvitations(em: EntityManager): Promise<number> {
  const [row] = await sql<{ open: number }>(em, `select count(*)::int as open from operator_invitation where ${OPEN}`);
  return row!.open;
}

/** Finds the open invitation of a link by the digest of its token. Null if no open invitation has it. */
export async function findOpenInvitation(em: EntityManager, digest: Buffer): Promise<OpenInvitation | null> {
  const [found] = await sql<OpenInvitation>(
    em,
    `select ${STORED} from operator_invitation where token_digest = $1 and ${OPEN}`,
    [digest],
  );
  return found ? withTime(found) : null;
}

/** Does the same as `findOpenInvitation`, and locks the invitation until the transaction ends. */
export async function lockOpenInvitation(em: EntityManager, digest: Buffer): Promise<OpenInvitation | null> {
  const [found] = await sql<OpenInvitation>(
    em,
    `select ${STORED} from operator_invitation where token_digest = $1 and ${OPEN} for update`,
    [digest],
  );
  return found ? withTime(found) : null;
}

/** Locks the open invitation for an e-mail address until the transaction ends. Null without an open one. */
export async function lockOpenInvitationAt(em: EntityManager, email: string): Promise<OpenInvitation | null> {
  const [open] = await sql<OpenInvitation>(
    em,
    `select ${STORED} from operator_invitation where email = $1 and ${OPEN} for update`,
    [email],
  );
  return open ? withTime(open) : null;
}

/** Reads at most `limit` open invitations, in the order of their ids, starting after the id `after`. */
export async function readOpenInvitations(em: EntityManager, after: string, limit: number): Promise<OpenInvitation[]> {
  const open = await sql<OpenInvitation>(
    em,
    `select ${STORED} from operator_invitation where id > $1 and ${OPEN} order by id limit $2`,
    [after, limit],
  );
  return open.map(withTime);
}

/** Records that a locked invitation was accepted, and the operator it created. */
export async function acceptInvitation(em: EntityManager, id: string, operatorId: string, at: Date): Promise<void> {
  await sql(
    em,
    'update operator_invitation set accepted_at = $2, operator_id = $3, authentication_code = null where id = $1',
    [id, at, operatorId],
  );
}

/** Deletes the invitations that expired over 90 days ago. Returns their number. */
export async function deleteOldInvitations(em: EntityManager): Promise<number> {
  return (await sql(em, `delete from operator_invitation where expires_at < now() - interval '90 days' returning 1`))
    .length;
}
