import { LockMode } from '@mikro-orm/core';
import type { CustomersApi } from '../customers/index.ts';
import { OWN_USE_ID } from '../customers/index.ts';
import type { Context } from '../platform/context.ts';
import { lockName } from '../platform/database/advisory-lock.sql.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import type { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { issueOnce, type NoteIssued } from '../platform/idempotency/issue-once.ts';
import { mayIssueKeysFor, visibleAgents } from './agent.access.ts';
import { Agent } from './agent.entity.ts';
import type { CreateAgentInput, UpdateAgentInput } from './agent.inputs.ts';
import { AgentConflict } from './agent.problems.ts';
import { faultOf } from './agent.rules.ts';

/** Maximum number of agents per owner. Disabled agents count, and are kept because stored requests refer to them. */
export const MAX_AGENTS = 1_000;

export interface NewAgent {
  agent: Agent;
  /** True if an earlier request with the same idempotency key created the agent. */
  alreadyIssued: boolean;
}

export class AgentService {
  readonly #customers: Pick<CustomersApi, 'exists'>;
  readonly #onChange: () => void;

  /** @param onChange called after a change of an agent, so that this process drops its cached keys */
  constructor(customers: Pick<CustomersApi, 'exists'>, onChange: () => void) {
    this.#customers = customers;
    this.#onChange = onChange;
  }

  /** Creates an agent, once per idempotency key. */
  create(
    ctx: Context,
    input: CreateAgentInput,
  ): Promise<NewAgent | InputInvalid | AgentConflict | IdempotencyKeyReused> {
    return issueOnce<NewAgent | InputInvalid | AgentConflict>(ctx, {
      mutation: 'createAgent',
      input,
      issue: (note) => this.#create(ctx, input, note),
      again: async ({ em }, id) => {
        const agent = await em.findOne(Agent, id);
        return agent && { agent, alreadyIssued: true };
      },
    });
  }

  async #create(
    ctx: Context,
    input: CreateAgentInput,
    note: NoteIssued,
  ): Promise<NewAgent | InputInvalid | AgentConflict> {
    const fault = faultOf(input) ?? (await this.#faultOfCustomer(ctx, input.customerId ?? null));
    if (fault) return fault;
    const owner = input.customerId ? `customer:${input.customerId}` : ctx.principal.actor;
    return ctx.transactional(async (inner) => {
      // This lock prevents concurrent requests of one owner from exceeding the maximum number of agents together.
      await lockName(inner.em, `agents of ${owner}`);
      if ((await inner.em.count(Agent, { owner })) >= MAX_AGENTS) {
        return new AgentConflict(
          `The limit of ${MAX_AGENTS} agents per owner is reached. Issue another key for an existing agent.`,
        );
      }
      const agent = inner.em.create(Agent, {
        name: input.name.trim(),
        owner,
        disabledAt: null,
        createdBy: ctx.principal.actor,
      });
      await inner.em.persist(agent).flush();
      publish(inner, 'agents.created', { agentId: agent.id });
      await note(inner, agent.id);
      return { agent, alreadyIssued: false };
    });
  }

  /** Renames, disables or enables an agent. Takes effect with the next request, in other processes within a second. */
  async change(ctx: Context, input: UpdateAgentInput): Promise<Agent | NotFound | InputInvalid> {
    const fault = faultOf(input);
    if (fault) return fault;
    const result = await ctx.transactional(async (inner) => {
      const which = { id: input.agentId, ...visibleAgents(ctx.principal) };
      const agent = await inner.em.findOne(Agent, which, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!agent) return new NotFound(input.agentId);
      if (input.name) agent.name = input.name.trim();
      if (input.isDisabled === true) agent.disabledAt ??= ctx.clock.now();
      if (input.isDisabled === false) agent.disabledAt = null;
      publish(inner, 'agents.changed', { agentId: agent.id });
      return agent;
    });
    this.#onChange();
    return result;
  }

  async #faultOfCustomer({ principal }: Context, customerId: string | null): Promise<InputInvalid | null> {
    if (customerId === null) return null;
    if (!mayIssueKeysFor(principal, `customer:${customerId}`)) {
      throw new Refusal(
        'FORBIDDEN',
        'Only the customer, or an operator with `customers:manage`, can create this customer’s agents. Leave `customerId` out to own the agent yourself.',
      );
    }
    if (customerId !== OWN_USE_ID && (await this.#customers.exists(customerId))) return null;
    return new InputInvalid([
      {
        pointer: '/customerId',
        detail:
          customerId === OWN_USE_ID
            ? 'The service account can’t own agents. Leave `customerId` out to own the agent yourself.'
            : `Customer ${customerId} doesn’t exist.`,
      },
    ]);
  }
}
