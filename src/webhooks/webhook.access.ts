import { can, type Principal } from '../platform/auth/principal.ts';

/** Whose webhooks somebody makes: a customer's own id; null for the house's. */
export function webhookOwnerOf(principal: Principal): string | null {
  return can(principal, 'webhooks:manage') ? null : (principal.subjectId ?? 'nobody');
}

/** Whose webhooks somebody sees and ends: one's own, or everybody's with the permission. */
export function seesWebhooksOf(principal: Principal, customerId: string | null): boolean {
  if (can(principal, 'webhooks:manage')) return true;
  return can(principal, 'own-webhooks:manage') && customerId !== null && customerId === principal.subjectId;
}
