/**
 * Sets of permissions that somebody can be given. Each permission, of the platform or of any feature, says in one list which
 * roles have it: so the roles of programs stand here too, and not with their features.
 */
export const Role = {
  ADMIN: 'ADMIN',
  EDITOR: 'EDITOR',
  APPROVER: 'APPROVER',
  AUDITOR: 'AUDITOR',
  /** Programs that show the integrations inbound secret. */
  INTEGRATION: 'INTEGRATION',
  /** Who reads the bank through a link. */
  PARTNER: 'PARTNER',
  /** Programs that show a customer's key. */
  CUSTOMER: 'CUSTOMER',
  /** Machines that ask and never approve. */
  AGENT: 'AGENT',
} as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Every person who runs the service, whatever else that one may do. */
export const OPERATORS = [Role.ADMIN, Role.EDITOR, Role.APPROVER, Role.AUDITOR] as const;
/** Whom we know to work with the bank: people and programs, but no partners. */
export const STAFF = [...OPERATORS, Role.INTEGRATION] as const;
