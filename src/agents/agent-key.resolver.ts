import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import { AfterStepUp } from '../platform/auth/step-up.ts';
import type { Context } from '../platform/context.ts';
import { keyPayloads } from '../platform/credentials/key-payloads.ts';
import type { KeyService } from '../platform/credentials/key-service.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import type { Permission } from '../platform/registry.ts';
import type { Agent } from './agent.entity.ts';
import { IssueAgentKeyInput, RevokeAgentKeyInput, RotateAgentKeyInput } from './agent.inputs.ts';
import { AgentConflict } from './agent.problems.ts';
import { faultOf, scopesOf, withheldScopes } from './agent.rules.ts';
import { AgentKey } from './agent-key.entity.ts';

const { Issued, Rotated, Revoked } = keyPayloads('AgentKey', 'agentKey', AgentKey, 'key');
const IssueAgentKeyResult = resultOf('IssueAgentKey', Issued, [NotFound, AgentConflict, IdempotencyKeyReused]);
const RotateAgentKeyResult = resultOf('RotateAgentKey', Rotated, [NotFound, AgentConflict, IdempotencyKeyReused]);
const RevokeAgentKeyResult = resultOf('RevokeAgentKey', Revoked, [NotFound]);

const findKey = entityFinder(AgentKey);

type AgentKeys = KeyService<AgentKey, Agent, AgentConflict>;

@Resolver(() => AgentKey)
export class AgentKeyResolver {
  readonly #keys: AgentKeys;
  readonly #findAgent: (ctx: Context, agentId: string) => Promise<unknown>;

  /** @param findAgent finds an agent; returns null if it doesn’t exist or the caller can’t see it */
  constructor(keys: AgentKeys, findAgent: (ctx: Context, agentId: string) => Promise<unknown>) {
    this.#keys = keys;
    this.#findAgent = findAgent;
  }

  @AccessFor('own-agents:manage')
  @AfterStepUp()
  @Mutation(() => IssueAgentKeyResult, {
    nullable: true,
    description: 'Issues a key for an agent. Its other keys stay valid, so that keys can be replaced one by one.',
  })
  async issueAgentKey(
    @Arg('input', () => IssueAgentKeyInput) input: IssueAgentKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof IssueAgentKeyResult> {
    const fault = faultOf(input);
    if (fault) return fault;
    const { agentId, name, scopes, lifetimeDays } = input;
    const withheld = withheldScopes(ctx.principal);
    const lacking = (scopes ?? []).find((scope) => withheld.has(scope as Permission));
    if (lacking)
      throw new Refusal('FORBIDDEN', `Your key lacks the permission \`${lacking}\`, so it can’t give it to an agent.`);
    const wanted = scopes ? ([...new Set(scopes)] as Permission[]) : null;
    const values = { scopes: withheld.size > 0 ? scopesOf(wanted).filter((scope) => !withheld.has(scope)) : wanted };
    const result = await this.#keys.issueOnce(ctx, input, (note) =>
      this.#keys.issue(ctx, { ownerId: agentId, name, lifetimeDays, values, note }),
    );
    return result instanceof Problem ? result : new Issued({ agentKey: result.key, ...result });
  }

  @AccessFor('own-agents:manage')
  @AfterStepUp()
  @Mutation(() => RotateAgentKeyResult, {
    nullable: true,
    description:
      'Replaces a key of an agent by a new one with the same scopes. The old one stays valid for `overlapHours`.',
  })
  async rotateAgentKey(
    @Arg('input', () => RotateAgentKeyInput) { agentKeyId, ...rotation }: RotateAgentKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RotateAgentKeyResult> {
    const result = await this.#keys.rotate(ctx, { keyId: agentKeyId, ...rotation });
    return result instanceof Problem ? result : new Rotated({ agentKey: result.key, ...result });
  }

  @AccessFor('own-agents:manage')
  @Mutation(() => RevokeAgentKeyResult, {
    nullable: true,
    description: 'Revokes a key of an agent. Takes effect with the next request, in other processes within a second.',
  })
  async revokeAgentKey(
    @Arg('input', () => RevokeAgentKeyInput) { agentKeyId }: RevokeAgentKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokeAgentKeyResult> {
    const result = await this.#keys.revoke(ctx, agentKeyId);
    return result instanceof Problem ? result : new Revoked({ agentKey: result });
  }

  /** Finds an agent key by its id, for the query `node`. Callers who can see an agent can see its keys. */
  async find(ctx: Context, id: string): Promise<AgentKey | null> {
    const key = await findKey(ctx, id);
    return key && (await this.#findAgent(ctx, key.agent.id)) ? key : null;
  }

  @FieldResolver(() => String, {
    description: 'Actor who issued the key.',
    deprecationReason: 'Use `issuedBy`, as for keys of every kind. Removal on 2027-06-01.',
  })
  createdBy(@Root() { issuedBy }: AgentKey): string {
    return issuedBy;
  }

  @FieldResolver(() => [String], { description: 'Permissions of the key.' })
  scopes(@Root() { scopes }: AgentKey): readonly string[] {
    return scopesOf(scopes);
  }

  @FieldResolver(() => ID, { description: 'Id of the agent that the key belongs to.' })
  agentId(@Root() { agent }: AgentKey): string {
    return agent.id;
  }
}
