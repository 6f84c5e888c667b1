declare module '../platform/events/outbox.ts' {
  interface Events {
    /** An operator was created, disabled or enabled, got other roles, or set a password by a reset link. */
    'operators.changed': { operatorId: string };
    /** One or several sessions of an operator ended. */
    'operators.sessions-ended': { operatorId: string };
    /** An operator confirmed their identity again in a session. */
    'operators.session-confirmed': { operatorId: string };
    'operators.token-issued': { operatorId: string; operatorTokenId: string };
    /** An operator's token was replaced. The old token expires when the overlap ends. */
    'operators.token-rotated': { operatorId: string; operatorTokenId: string; newOperatorTokenId: string };
    'operators.token-revoked': { operatorId: string; operatorTokenId: string };
  }
}

/** Events after which cached sessions may be outdated. */
export const CHANGES_SESSIONS = [
  'operators.changed',
  'operators.sessions-ended',
  'operators.session-confirmed',
] as const;
/** Events after which cached tokens may be outdated. */
export const CHANGES_TOKENS = ['operators.changed', 'operators.token-rotated', 'operators.token-revoked'] as const;
