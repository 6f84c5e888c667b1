import type { AgentByIdQuery } from '../../web/generated/agents/graphql.ts';

/** An agent as its screens show it. */
export type Agent = NonNullable<AgentByIdQuery['agent']>;
