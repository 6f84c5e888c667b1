import type { AgentByIdQuery } from '../../web/generated/agents/graphql.ts';

/** An agent as its screens show it. */
export type Agent = NonNullable<AgentByIdQuery['agent']>;
export type AgentKey = Agent['keys'][number];

/** When the last of them was used; null: none ever was. */
export const lastUseOf = (keys: readonly Pick<AgentKey, 'lastUsedAt'>[]) =>
  keys
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .sort()
    .at(-1) ?? null;
