import { LockMode } from '@mikro-orm/core';
import { issuersOf } from '../platform/auth/principal.ts';
import { hintOf, newToken } from '../platform/auth/token.ts';
import type { Context } from '../platform/context.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { publish } from '../platform/events/outbox.ts';
import { type InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import { newId } from '../platform/ids.ts';
import { Customer } from './customer.entity.ts';
import {
  DEFAULT_LIFETIME_DAYS,
  DEFAULT_OVERLAP_HOURS,
  type IssueCustomerKeyInput,
  type RotateCustomerKeyInput,
} from './customer.inputs.ts';
import { CustomerKeyConflict } from './customer.problems.ts';
import { faultOf, unknownTasks } from './customer.rules.ts';
import { CustomerKey } from './customer-key.entity.ts';

/** Valid at one time. As many as are shown. */
export const MAX_KEYS = 100;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A key with its token, which is given out here and nowhere else. */
export interface IssuedKey {
  key: CustomerKey;
  token: string;
}

export class CustomerKeyService {
  readonly #changed: () => void;
  readonly #taskNames: () => Promise<readonly string[]>;

  /**
   * @param changed called when what is remembered of keys is not so any more
   * @param taskNames of all tasks that there are
   */
  constructor(changed: () => void, taskNames: () => Promise<readonly string[]>) {
    this.#changed = changed;
    this.#taskNames = taskNames;
  }

  async issue(
    ctx: Context,
    input: IssueCustomerKeyInput,
  ): Promise<IssuedKey | NotFound | InputInvalid | CustomerKeyConflict> {
    const fault = faultOf(input) ?? unknownTasks(input.tasks ?? [], await this.#taskNames());
    if (fault) return fault;
    return ctx.transactional(async (inner) => {
      // Locked, so that nobody issues another one while the keys are counted.
      const customer = await inner.em.findOne(Customer, input.customerId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!customer) return new NotFound(input.customerId);
      if (customer.isHouse) return new CustomerKeyConflict('The house has no keys: make a customer for who needs one.');
      if ((await validKeys(inner, customer)) >= MAX_KEYS) {
        return new CustomerKeyConflict(
          `A customer has at most ${MAX_KEYS} keys at one time. Revoke one that is not used.`,
        );
      }
      const id = newId('customerKey');
      const issued = await this.#make(inner, {
        id,
        customer,
        lineageId: id,
        name: input.name.trim(),
        tasks: input.tasks ? [...new Set(input.tasks)] : null,
        monthlyLimitMicros: input.monthlyLimitMicros ?? null,
        callsPerMinute: input.callsPerMinute ?? null,
        lifetimeDays: input.lifetimeDays,
      });
      publish(inner, 'customers.key-issued', { customerId: customer.id, customerKeyId: id });
      return issued;
    });
  }

  /** Makes one that takes the place of another, which goes on for a while. Limits are counted for both together. */
  async rotate(
    ctx: Context,
    input: RotateCustomerKeyInput,
  ): Promise<IssuedKey | NotFound | InputInvalid | CustomerKeyConflict> {
    const fault = faultOf(input);
    if (fault) return fault;
    const result = await ctx.transactional(async (inner) => {
      const key = await inner.em.findOne(CustomerKey, input.customerKeyId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!key) return new NotFound(input.customerKeyId);
      const now = ctx.clock.now();
      if (key.revokedAt || key.expiresAt <= now) {
        return new CustomerKeyConflict('The key has ended already. Issue a new one.');
      }
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const customer = await inner.em.findOneOrFail(Customer, key.customer.id, { lockMode });
      if ((await validKeys(inner, customer)) >= MAX_KEYS) {
        return new CustomerKeyConflict(
          `A customer has at most ${MAX_KEYS} keys at one time. Revoke one that is not used.`,
        );
      }
      const { lineageId, name, tasks, monthlyLimitMicros, callsPerMinute } = key;
      const issued = await this.#make(inner, {
        id: newId('customerKey'),
        customer,
        lineageId,
        name,
        tasks,
        monthlyLimitMicros,
        callsPerMinute,
        lifetimeDays: input.lifetimeDays,
      });
      const ends = new Date(now.getTime() + (input.overlapHours ?? DEFAULT_OVERLAP_HOURS) * HOUR_MS);
      if (ends < key.expiresAt) key.expiresAt = ends;
      publish(inner, 'customers.key-rotated', {
        customerId: customer.id,
        customerKeyId: key.id,
        newCustomerKeyId: issued.key.id,
      });
      return issued;
    });
    this.#changed();
    return result;
  }

  /** Takes effect with the next request, in other processes within a second. Revoking twice changes nothing. */
  async revoke(ctx: Context, id: string): Promise<CustomerKey | NotFound> {
    const result = await ctx.transactional(async (inner) => {
      const key = await inner.em.findOne(CustomerKey, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!key) return new NotFound(id);
      if (key.revokedAt) return key;
      key.revokedAt = ctx.clock.now();
      publish(inner, 'customers.key-revoked', { customerId: key.customer.id, customerKeyId: id });
      return key;
    });
    this.#changed();
    return result;
  }

  async #make(
    ctx: Context,
    {
      lifetimeDays,
      ...key
    }: Pick<CustomerKey, 'id' | 'lineageId' | 'name' | 'tasks' | 'monthlyLimitMicros' | 'callsPerMinute'> & {
      customer: Customer;
      lifetimeDays: number | null | undefined;
    },
  ): Promise<IssuedKey> {
    const token = newToken('imck_');
    const made = ctx.em.create(CustomerKey, {
      ...key,
      tokenHash: digestOf(token),
      hint: hintOf(token),
      createdBy: ctx.principal.actor,
      issuers: issuersOf(ctx.principal),
      expiresAt: new Date(ctx.clock.now().getTime() + (lifetimeDays ?? DEFAULT_LIFETIME_DAYS) * DAY_MS),
      revokedAt: null,
      lastUsedAt: null,
    });
    await ctx.em.persist(made).flush();
    return { key: made, token };
  }
}

function validKeys({ em, clock }: Context, customer: Customer): Promise<number> {
  return em.count(CustomerKey, { customer, revokedAt: null, expiresAt: { $gt: clock.now() } });
}
