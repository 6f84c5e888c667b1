/**
 * Roles: sets of permissions. Each permission lists its roles, so the roles of programs are declared here and not in their
 * features.
 */
export const Role = {
  ADMIN: 'ADMIN',
  EDITOR: 'EDITOR',
  APPROVER: 'APPROVER',
  AUDITOR: 'AUDITOR',
  /** Programs with the inbound secret for integrations. */
  INTEGRATION: 'INTEGRATION',
  /** Partners, who read the bank through a link. */
  PARTNER: 'PARTNER',
  /** Programs with a customer key. */
  CUSTOMER: 'CUSTOMER',
  /** Agents, which can request but never approve. */
  AGENT: 'AGENT',
} as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Roles of people who run the service. */
export const OPERATORS = [Role.ADMIN, Role.EDITOR, Role.APPROVER, Role.AUDITOR] as const;
/** Roles of people and programs that work with the bank. Partners aren't included. */
export const STAFF = [...OPERATORS, Role.INTEGRATION] as const;
