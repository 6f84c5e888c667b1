import type { AgentByIdQuery } from '../../web/generated/agents/graphql.ts';

/** An agent with the fields that its screens show. */
export type Agent = NonNullable<AgentByIdQuery['agent']>;
