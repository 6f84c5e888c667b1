import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, payloadOf } from '../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { alreadyIssuedField } from '../platform/idempotency/key-fields.ts';
import { visibleAgents } from './agent.access.ts';
import { Agent } from './agent.entity.ts';
import { AgentsArgs, CreateAgentInput, UpdateAgentInput } from './agent.inputs.ts';
import { AgentConflict } from './agent.problems.ts';
import { agentPages, keysOfAgents } from './agent.reads.ts';
import type { AgentService } from './agent.service.ts';
import { AgentKey } from './agent-key.entity.ts';
import { MAX_KEYS } from './agent-key.kind.ts';

const AgentConnection = connectionOf(Agent, 'Agent');

const CreatedAgent = payloadOf('CreatedAgent', 'The agent was created. It has no key yet.', {
  agent: changed(() => Agent),
  alreadyIssued: alreadyIssuedField(),
});

const UpdatedAgent = payloadOf('UpdatedAgent', 'The agent was updated.', { agent: changed(() => Agent) });

const CreateAgentResult = resultOf('CreateAgent', CreatedAgent, [AgentConflict, IdempotencyKeyReused]);
const UpdateAgentResult = resultOf('UpdateAgent', UpdatedAgent, [NotFound]);

/** Finds an agent by its id, for the query `node`. Null if it doesn’t exist or the caller can’t see it. */
const findAgent = entityFinder(Agent, ({ principal }) => {
  if (can(principal, 'agent:self')) return { id: principal.subjectId ?? '' };
  return can(principal, 'own-agents:manage') ? { ...visibleAgents(principal) } : null;
});

@Resolver(() => Agent)
export class AgentResolver {
  readonly #agents: AgentService;

  constructor(agents: AgentService) {
    this.#agents = agents;
  }

  @AccessFor('own-agents:manage')
  @Query(() => AgentConnection, {
    description: 'Agents, newest first. Callers see their own; `agents:manage` is needed to see all.',
  })
  agents(
    @Args(() => AgentsArgs) args: AgentsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return agentPages.read(ctx, args, info);
  }

  @AccessFor('own-agents:manage')
  @Query(() => Agent, {
    nullable: true,
    description: 'Agent with this id. Null if it doesn’t exist or the caller can’t see it.',
  })
  agent(
    @Arg('id', () => ID, { description: 'Id of the agent.' }) id: string,
    @Ctx() { em, principal }: Context,
  ): Promise<Agent | null> {
    return em.findOne(Agent, { id, ...visibleAgents(principal) });
  }

  @AccessFor('agent:self')
  @Query(() => Agent, {
    nullable: true,
    description: 'Agent that the caller’s key belongs to. Null only if it could not be read: see `errors`.',
  })
  myAgent(@Ctx() { em, principal }: Context): Promise<Agent | null> {
    return em.findOne(Agent, principal.subjectId!);
  }

  @AccessFor('own-agents:manage')
  @Mutation(() => CreateAgentResult, {
    nullable: true,
    description:
      'Creates an agent of the caller, or of the customer in `customerId`. The owner is responsible for what the agent requests and can’t approve it.',
  })
  async createAgent(
    @Arg('input', () => CreateAgentInput) input: CreateAgentInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CreateAgentResult> {
    const result = await this.#agents.create(ctx, input);
    return result instanceof Problem ? result : new CreatedAgent(result);
  }

  @AccessFor('own-agents:manage')
  @Mutation(() => UpdateAgentResult, {
    nullable: true,
    description:
      'Renames, disables or enables an agent. Takes effect with the next request, in other processes within a second.',
  })
  async updateAgent(
    @Arg('input', () => UpdateAgentInput) input: UpdateAgentInput,
    @Ctx() ctx: Context,
  ): Promise<typeof UpdateAgentResult> {
    const result = await this.#agents.change(ctx, input);
    return result instanceof Problem ? result : new UpdatedAgent({ agent: result });
  }

  /** Finds an agent by its id, for the query `node`. Owners can see their agents, and an agent can see itself. */
  find(ctx: Context, id: string): Promise<Agent | null> {
    return findAgent(ctx, id);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time of the last use of any key of the agent, to the minute. Null if none of the stored keys was used.',
  })
  async lastUsedAt(
    @Root() { id, lastUsedAt }: Agent & { lastUsedAt?: Date | null },
    @Ctx() ctx: Context,
  ): Promise<Date | null> {
    // Lists of agents read this value in their own query.
    if (lastUsedAt !== undefined) return lastUsedAt;
    const used = (await ctx.loader(keysOfAgents).load(id)).flatMap((key) => key.lastUsedAt?.getTime() ?? []);
    return used.length === 0 ? null : new Date(Math.max(...used));
  }

  @FieldResolver(() => GraphQLNonNegativeInt, {
    description: 'Number of keys that are neither revoked nor expired. They don’t work while the agent is disabled.',
  })
  async workingKeyCount(
    @Root() { id, workingKeyCount }: Agent & { workingKeyCount?: number },
    @Ctx() ctx: Context,
  ): Promise<number> {
    if (workingKeyCount !== undefined) return workingKeyCount;
    const now = ctx.clock.now();
    const keys = await ctx.loader(keysOfAgents).load(id);
    return keys.filter(({ revokedAt, expiresAt }) => !revokedAt && expiresAt > now).length;
  }

  @AtMost(MAX_KEYS)
  @FieldResolver(() => [AgentKey], {
    description: 'Keys of the agent, newest first: those that work, and those that were revoked or expired recently.',
  })
  keys(@Root() { id }: Agent, @Ctx() ctx: Context): Promise<AgentKey[]> {
    return ctx.loader(keysOfAgents).load(id);
  }
}
