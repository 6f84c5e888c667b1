import { Arg, Ctx, Field, FieldResolver, ID, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import { AfterStepUp } from '../platform/auth/step-up.ts';
import type { Context } from '../platform/context.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { IssueAgentKeyInput, RevokeAgentKeyInput } from './agent.inputs.ts';
import { AgentConflict } from './agent.problems.ts';
import { scopesOf } from './agent.rules.ts';
import { AgentKey } from './agent-key.entity.ts';
import type { AgentKeyService } from './agent-key.service.ts';

@ObjectType({ description: 'The token is shown here and never again.' })
class IssuedAgentKey {
  @Field(() => AgentKey, { nullable: true, description: 'Null when not all of it could be read.' })
  readonly agentKey: AgentKey;

  @Field(() => String, { description: 'To be shown as `Authorization: Bearer <token>`.' })
  readonly token: string;

  constructor(agentKey: AgentKey, token: string) {
    this.agentKey = agentKey;
    this.token = token;
  }
}

@ObjectType({ description: 'The key does not work any more.' })
class RevokedAgentKey {
  @Field(() => AgentKey, { nullable: true, description: 'Null when not all of it could be read.' })
  readonly agentKey: AgentKey;

  constructor(agentKey: AgentKey) {
    this.agentKey = agentKey;
  }
}

const IssueAgentKeyResult = resultOf('IssueAgentKey', IssuedAgentKey, [NotFound, AgentConflict]);
const RevokeAgentKeyResult = resultOf('RevokeAgentKey', RevokedAgentKey, [NotFound]);

const findKey = entityFinder(AgentKey);

@Resolver(() => AgentKey)
export class AgentKeyResolver {
  readonly #keys: AgentKeyService;
  readonly #findAgent: (ctx: Context, agentId: string) => Promise<unknown>;

  /** @param findAgent null where the caller may not see it */
  constructor(keys: AgentKeyService, findAgent: (ctx: Context, agentId: string) => Promise<unknown>) {
    this.#keys = keys;
    this.#findAgent = findAgent;
  }

  @AccessFor('own-agents:manage')
  @AfterStepUp()
  @Mutation(() => IssueAgentKeyResult, {
    nullable: true,
    description: 'Makes a new key for an agent. Others go on working, so that one can take the place of another.',
  })
  async issueAgentKey(
    @Arg('input', () => IssueAgentKeyInput) input: IssueAgentKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof IssueAgentKeyResult> {
    const result = await this.#keys.issue(ctx, input);
    return result instanceof Problem ? result : new IssuedAgentKey(result.key, result.token);
  }

  @AccessFor('own-agents:manage')
  @Mutation(() => RevokeAgentKeyResult, {
    nullable: true,
    description: 'Works from the next request on, in every process within a second.',
  })
  async revokeAgentKey(
    @Arg('input', () => RevokeAgentKeyInput) { agentKeyId }: RevokeAgentKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokeAgentKeyResult> {
    const result = await this.#keys.revoke(ctx, agentKeyId);
    return result instanceof Problem ? result : new RevokedAgentKey(result);
  }

  /** For `node`: whoever sees the agent sees its keys. */
  async find(ctx: Context, id: string): Promise<AgentKey | null> {
    const key = await findKey(ctx, id);
    return key && (await this.#findAgent(ctx, key.agent.id)) ? key : null;
  }

  @FieldResolver(() => [String], { description: 'The permissions that it has.' })
  scopes(@Root() { scopes }: AgentKey): readonly string[] {
    return scopesOf(scopes);
  }

  @FieldResolver(() => ID, { description: 'Of the agent that it is a key of.' })
  agentId(@Root() { agent }: AgentKey): string {
    return agent.id;
  }
}
