declare module '../platform/events/outbox.ts' {
  interface Events {
    'agents.created': { agentId: string };
    /** An agent was renamed, disabled or enabled. */
    'agents.changed': { agentId: string };
    'agents.key-issued': { agentId: string; agentKeyId: string };
    /** A key was rotated: a new key was issued, and the old one expires when the overlap ends. */
    'agents.key-rotated': { agentId: string; agentKeyId: string; newAgentKeyId: string };
    'agents.key-revoked': { agentId: string; agentKeyId: string };
  }
}

/** Events after which processes drop their cached agents and keys. */
export const CHANGES_AGENTS = ['agents.changed', 'agents.key-rotated', 'agents.key-revoked'] as const;
