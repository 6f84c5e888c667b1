declare module '../platform/events/outbox.ts' {
  interface Events {
    /** Roles changed, or the operator was created, disabled or enabled. */
    'operators.changed': { operatorId: string };
    /** One or all sessions of the operator ended. */
    'operators.sessions-ended': { operatorId: string };
    /** The operator confirmed their identity in a session. */
    'operators.session-confirmed': { operatorId: string };
    'operators.token-issued': { operatorId: string; operatorTokenId: string };
    /** The old token expires when the overlap ends. */
    'operators.token-rotated': { operatorId: string; operatorTokenId: string; newOperatorTokenId: string };
    'operators.token-revoked': { operatorId: string; operatorTokenId: string };
  }
}

/** Events after which cached sessions may be wrong. */
export const CHANGES_SESSIONS = [
  'operators.changed',
  'operators.sessions-ended',
  'operators.session-confirmed',
] as const;
/** Events after which cached tokens may be wrong. */
export const CHANGES_TOKENS = ['operators.changed', 'operators.token-rotated', 'operators.token-revoked'] as const;
