declare module '../platform/events/outbox.ts' {
  interface Events {
    /** Roles, or whether this person is disabled. */
    'operators.changed': { operatorId: string };
    /** One of this person's sessions or all of them. */
    'operators.sessions-ended': { operatorId: string };
    /** Somebody has shown again, in a session, that it is still they. */
    'operators.session-confirmed': { operatorId: string };
    'operators.token-issued': { operatorId: string; operatorTokenId: string };
    /** It ends when the overlap does. */
    'operators.token-rotated': { operatorId: string; operatorTokenId: string; newOperatorTokenId: string };
    'operators.token-revoked': { operatorId: string; operatorTokenId: string };
  }
}

/** After each of these, what processes remember of who has signed in is not to be relied on. */
export const CHANGES_SESSIONS = [
  'operators.changed',
  'operators.sessions-ended',
  'operators.session-confirmed',
] as const;
/** And after these, of who shows a token. */
export const CHANGES_TOKENS = ['operators.changed', 'operators.token-rotated', 'operators.token-revoked'] as const;
