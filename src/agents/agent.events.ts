declare module '../platform/events/outbox.ts' {
  interface Events {
    'agents.created': { agentId: string };
    /** The agent was renamed, disabled or enabled. */
    'agents.changed': { agentId: string };
    'agents.key-issued': { agentId: string; agentKeyId: string };
    /** The old key expires when the overlap ends. */
    'agents.key-rotated': { agentId: string; agentKeyId: string; newAgentKeyId: string };
    'agents.key-revoked': { agentId: string; agentKeyId: string };
  }
}

/** Events after which cached agents and keys may be wrong. */
export const CHANGES_AGENTS = ['agents.changed', 'agents.key-rotated', 'agents.key-revoked'] as const;
