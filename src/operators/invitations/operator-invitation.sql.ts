import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';
import { OPEN } from './invitation.reads.ts';
import type { OperatorInvitation } from './operator-invitation.entity.ts';

/** Invitation that can still be accepted. */
export type OpenInvitation = Pick<OperatorInvitation, 'id' | 'email' | 'roles'>;

/** Revokes the open invitations for an e-mail address. */
export async function revokeInvitationsAt(em: EntityManager, email: string): Promise<void> {
  await sql(em, `update operator_invitation set revoked_at = current_timestamp(3) where email = $1 and ${OPEN}`, [
    email,
  ]);
}

/** Revokes the invitations that a principal created, except those that are accepted or revoked already. */
export async function revokeInvitationsBy(em: EntityManager, invitedBy: string): Promise<void> {
  await sql(
    em,
    `update operator_invitation set revoked_at = current_timestamp(3)
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
    `select id, email, roles from operator_invitation where token_digest = $1 and ${OPEN}`,
    [digest],
  );
  return found ?? null;
}

/** True if an invitation can still be accepted. */
export async function isOpenInvitation(em: EntityManager, id: string): Promise<boolean> {
  return (await sql(em, `select id from operator_invitation where id = $1 and ${OPEN}`, [id])).length > 0;
}

/** Locks the open invitation for an e-mail address until the transaction ends. Returns the invitation’s id, or null without an open one. */
export async function lockOpenInvitationAt(em: EntityManager, email: string): Promise<string | null> {
  const [open] = await sql<{ id: string }>(
    em,
    `select id from operator_invitation where email = $1 and ${OPEN} for update`,
    [email],
  );
  return open?.id ?? null;
}

/** Deletes the invitations that expired over 90 days ago. Returns their number. */
export async function deleteOldInvitations(em: EntityManager): Promise<number> {
  return (await sql(em, `delete from operator_invitation where expires_at < now() - interval '90 days' returning 1`))
    .length;
}
