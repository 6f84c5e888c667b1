declare module '../platform/events/outbox.ts' {
  interface Events {
    'agents.created': { agentId: string };
    /** Its name, or whether it is disabled. */
    'agents.changed': { agentId: string };
    'agents.key-issued': { agentId: string; agentKeyId: string };
    /** It ends when the overlap does. */
    'agents.key-rotated': { agentId: string; agentKeyId: string; newAgentKeyId: string };
    'agents.key-revoked': { agentId: string; agentKeyId: string };
  }
}

/** After each of these, what processes remember of agents and keys is not to be relied on. */
export const CHANGES_AGENTS = ['agents.changed', 'agents.key-rotated', 'agents.key-revoked'] as const;
