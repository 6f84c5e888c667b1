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
import { whoseAgents } from './agent.access.ts';
import { Agent } from './agent.entity.ts';
import { AgentsArgs, ChangeAgentInput, CreateAgentInput } from './agent.inputs.ts';
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

const ChangedAgent = payloadOf('ChangedAgent', 'The agent was updated.', { agent: changed(() => Agent) });

const CreateAgentResult = resultOf('CreateAgent', CreatedAgent, [AgentConflict, IdempotencyKeyReused]);
const ChangeAgentResult = resultOf('ChangeAgent', ChangedAgent, [NotFound]);

/** Those that the viewer may see. */
const findAgent = entityFinder(Agent, ({ principal }) => {
  if (can(principal, 'agent:self')) return { id: principal.subjectId ?? '' };
  return can(principal, 'own-agents:manage') ? { ...whoseAgents(principal) } : null;
});

@Resolver(() => Agent)
export class AgentResolver {
  readonly #agents: AgentService;

  constructor(agents: AgentService) {
    this.#agents = agents;
  }

  @AccessFor('own-agents:manage')
  @Query(() => AgentConnection, { description: 'Your own, and for staff everybody’s, newest first.' })
  agents(
    @Args(() => AgentsArgs) args: AgentsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return agentPages.read(ctx, args, info);
  }

  @AccessFor('own-agents:manage')
  @Query(() => Agent, { nullable: true, description: 'Null when there is none of this id that you may see.' })
  agent(@Arg('id', () => ID) id: string, @Ctx() { em, principal }: Context): Promise<Agent | null> {
    return em.findOne(Agent, { id, ...whoseAgents(principal) });
  }

  @AccessFor('agent:self')
  @Query(() => Agent, { nullable: true, description: 'The one whose key is shown.' })
  myAgent(@Ctx() { em, principal }: Context): Promise<Agent | null> {
    return em.findOne(Agent, principal.subjectId!);
  }

  @AccessFor('own-agents:manage')
  @Mutation(() => CreateAgentResult, {
    nullable: true,
    description: 'Makes an agent, of which you are the owner: you answer for what it asks, and never approve it.',
  })
  async createAgent(
    @Arg('input', () => CreateAgentInput) input: CreateAgentInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CreateAgentResult> {
    const result = await this.#agents.create(ctx, input);
    return result instanceof Problem ? result : new CreatedAgent(result);
  }

  @AccessFor('own-agents:manage')
  @Mutation(() => ChangeAgentResult, {
    nullable: true,
    description: 'Works from the next request on, in every process within a second.',
  })
  async changeAgent(
    @Arg('input', () => ChangeAgentInput) input: ChangeAgentInput,
    @Ctx() ctx: Context,
  ): Promise<typeof ChangeAgentResult> {
    const result = await this.#agents.change(ctx, input);
    return result instanceof Problem ? result : new ChangedAgent({ agent: result });
  }

  /** For `node`: an owner sees its own, and an agent itself. */
  find(ctx: Context, id: string): Promise<Agent | null> {
    return findAgent(ctx, id);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'When a key of it was last used, to the minute. Null: none of those that there are ever was.',
  })
  async lastUsedAt(
    @Root() { id, lastUsedAt }: Agent & { lastUsedAt?: Date | null },
    @Ctx() ctx: Context,
  ): Promise<Date | null> {
    // In a page it was read with the rest.
    if (lastUsedAt !== undefined) return lastUsedAt;
    const used = (await ctx.loader(keysOfAgents).load(id)).flatMap((key) => key.lastUsedAt?.getTime() ?? []);
    return used.length === 0 ? null : new Date(Math.max(...used));
  }

  @FieldResolver(() => GraphQLNonNegativeInt, {
    description: 'How many of its keys are neither revoked nor expired. None of them works while it is disabled.',
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
  @FieldResolver(() => [AgentKey], { description: 'Those that work and those that ended lately, newest first.' })
  keys(@Root() { id }: Agent, @Ctx() ctx: Context): Promise<AgentKey[]> {
    return ctx.loader(keysOfAgents).load(id);
  }
}
