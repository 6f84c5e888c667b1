/**
 * Roles: sets of permissions. Each permission lists its roles, so the roles of programs are declared here and not in the
 * programs' features.
 */
export const Role = {
  ADMIN: 'ADMIN',
  EDITOR: 'EDITOR',
  APPROVER: 'APPROVER',
  AUDITOR: 'AUDITOR',
  /** Programs that authenticate with the inbound secret for integrations. */
  INTEGRATION: 'INTEGRATION',
  /** Partners, who read the image bank through a link. */
  PARTNER: 'PARTNER',
  /** Programs that authenticate with a customer key. */
  CUSTOMER: 'CUSTOMER',
  /** Agents of customers, which can make requests but never approve them. */
  AGENT: 'AGENT',
} as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Roles of people who run the service. */
export const OPERATORS = [Role.ADMIN, Role.EDITOR, Role.APPROVER, Role.AUDITOR] as const;
/** Roles of people and programs that work with the image bank. Partners aren't included. */
export const STAFF = [...OPERATORS, Role.INTEGRATION] as const;
