import { LockMode } from '@mikro-orm/core';
import type { Context } from '../platform/context.ts';
import { isUniqueViolation } from '../platform/database/sqlstate.ts';
import { publish } from '../platform/events/outbox.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import type { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { issueOnce, type NoteIssued } from '../platform/idempotency/issue-once.ts';
import { composeText } from '../proof/normal-form.ts';
import type { SettingsApi } from '../settings/index.ts';
import { Customer } from './customer.entity.ts';
import type { CreateCustomerInput, UpdateCustomerInput } from './customer.inputs.ts';
import { CustomerChanged, CustomerNameTaken } from './customer.problems.ts';
import { faultOf } from './customer.rules.ts';
import { PLAN_CAPS } from './customer.settings.ts';
import { resetCapNotices } from './money/usage-period.sql.ts';

export interface NewCustomer {
  customer: Customer;
  /** True if an earlier request with the same idempotency key created the customer. */
  alreadyIssued: boolean;
}

export class CustomerService {
  readonly #onChange: () => void;
  readonly #settings: SettingsApi;

  /** @param onChange called after a change, because cached customers may be outdated */
  constructor(onChange: () => void, settings: SettingsApi) {
    this.#onChange = onChange;
    this.#settings = settings;
  }

  /** Creates a customer, once per idempotency key. */
  create(
    ctx: Context,
    input: CreateCustomerInput,
  ): Promise<NewCustomer | InputInvalid | CustomerNameTaken | IdempotencyKeyReused> {
    return issueOnce<NewCustomer | InputInvalid | CustomerNameTaken>(ctx, {
      mutation: 'createCustomer',
      input,
      issue: (note) => this.#create(ctx, input, note),
      again: async ({ em }, id) => {
        const customer = await em.findOne(Customer, id);
        return customer && { customer, alreadyIssued: true };
      },
    });
  }

  async #create(
    ctx: Context,
    input: CreateCustomerInput,
    note: NoteIssued,
  ): Promise<NewCustomer | InputInvalid | CustomerNameTaken> {
    const fault = faultOf(input);
    if (fault) return fault;
    const caps = PLAN_CAPS[input.plan];
    // In the setting 0 means no cap; in the input it means a cap of 0 USD.
    const softCapMicros = (await this.#settings.value(caps.softCap)) || null;
    const hardLimitMicros = (await this.#settings.value(caps.hardLimit)) || null;
    return orNameTaken(
      ctx.transactional(async (inner) => {
        const customer = inner.em.create(Customer, {
          name: composeText(input.name.trim()),
          plan: input.plan,
          softCapMicros: input.softCapMicros === undefined ? softCapMicros : input.softCapMicros,
          hardLimitMicros: input.hardLimitMicros === undefined ? hardLimitMicros : input.hardLimitMicros,
          suspendedAt: null,
          createdBy: ctx.principal.actor,
        });
        await inner.em.persist(customer).flush();
        publish(inner, 'customers.created', { customerId: customer.id });
        await note(inner, customer.id);
        return { customer, alreadyIssued: false };
      }),
    );
  }

  /** Changes a customer. Takes effect with the next call, in other processes within a second. */
  async update(
    ctx: Context,
    input: UpdateCustomerInput,
  ): Promise<Customer | NotFound | InputInvalid | CustomerChanged | CustomerNameTaken> {
    const fault = faultOf(input);
    if (fault) return fault;
    const result = await orNameTaken(
      ctx.transactional(async (inner) => {
        const customer = await inner.em.findOne(Customer, input.customerId, { lockMode: LockMode.PESSIMISTIC_WRITE });
        if (!customer) return new NotFound(input.customerId);
        const { ifVersion, isSuspended } = input;
        if (ifVersion !== undefined && ifVersion !== null && ifVersion !== customer.version) {
          return new CustomerChanged(customer.version);
        }
        if (isSuspended && customer.isOwnUse) {
          return new InputInvalid([
            {
              pointer: '/isSuspended',
              detail:
                'The service account can’t be suspended, because it pays for all calls that no customer pays for.',
            },
          ]);
        }
        const before = { soft: customer.softCapMicros, hard: customer.hardLimitMicros };
        if (input.name) customer.name = composeText(input.name.trim());
        if (input.plan) customer.plan = input.plan;
        if (input.softCapMicros !== undefined) customer.softCapMicros = input.softCapMicros;
        if (input.hardLimitMicros !== undefined) customer.hardLimitMicros = input.hardLimitMicros;
        if (isSuspended === true) customer.suspendedAt ??= ctx.clock.now();
        if (isSuspended === false) customer.suspendedAt = null;
        customer.version += 1;
        customer.updatedAt = ctx.clock.now();
        publish(inner, 'customers.updated', { customerId: customer.id });
        await inner.em.flush();
        await resetChangedCaps(inner, customer, before);
        return customer;
      }),
    );
    this.#onChange();
    return result;
  }
}

/** Resets the sent notices of changed caps, so that they are sent again. */
async function resetChangedCaps(
  { em }: Context,
  { id, softCapMicros, hardLimitMicros }: Customer,
  before: { soft: number | null; hard: number | null },
): Promise<void> {
  if (softCapMicros === before.soft && hardLimitMicros === before.hard) return;
  await resetCapNotices(em, id, {
    isSoftCapChanged: softCapMicros !== before.soft,
    isHardLimitChanged: hardLimitMicros !== before.hard,
  });
}

async function orNameTaken<T>(work: Promise<T>): Promise<T | CustomerNameTaken> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error)) return new CustomerNameTaken();
    throw error;
  }
}
