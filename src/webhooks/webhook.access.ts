import { can, type Principal } from '../platform/auth/principal.ts';

/** Owner of the webhooks that this caller creates: the customer’s id, or null for the service. */
export function webhookOwnerOf(principal: Principal): string | null {
  return can(principal, 'webhooks:manage') ? null : (principal.subjectId ?? 'nobody');
}

/** True if the caller may see and delete webhooks of this owner: the caller is the owner or has `webhooks:manage`. */
export function canSeeWebhooksOf(principal: Principal, customerId: string | null): boolean {
  if (can(principal, 'webhooks:manage')) return true;
  return can(principal, 'own-webhooks:manage') && customerId !== null && customerId === principal.subjectId;
}
