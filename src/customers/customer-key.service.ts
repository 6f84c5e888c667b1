import type { Context } from '../platform/context.ts';
import { type IssuedKey, KeyService } from '../platform/credentials/key-service.ts';
import { InputInvalid, type NotFound } from '../platform/graphql/schema/problem.ts';
import type { Customer } from './customer.entity.ts';
import type { IssueCustomerKeyInput } from './customer.inputs.ts';
import type { CustomerKeyConflict } from './customer.problems.ts';
import { faultOf, unknownTasks } from './customer.rules.ts';
import type { CustomerKey } from './customer-key.entity.ts';
import { customerKeyKind } from './customer-key.kind.ts';

export class CustomerKeyService {
  readonly keys: KeyService<CustomerKey, Customer, CustomerKeyConflict>;
  readonly #taskNames: () => Promise<readonly string[]>;

  /**
   * @param onChange called when cached keys may be wrong
   * @param taskNames of all tasks that exist
   */
  constructor(onChange: () => void, taskNames: () => Promise<readonly string[]>) {
    this.keys = new KeyService(customerKeyKind, onChange);
    this.#taskNames = taskNames;
  }

  async issue(
    ctx: Context,
    { customerId, name, lifetimeDays, tasks, monthlyLimitMicros, callsPerMinute }: IssueCustomerKeyInput,
  ): Promise<IssuedKey<CustomerKey> | NotFound | InputInvalid | CustomerKeyConflict> {
    const fault =
      faultOf({ name, lifetimeDays, tasks, monthlyLimitMicros, callsPerMinute }) ??
      unknownTasks(tasks ?? [], await this.#taskNames());
    if (fault) return fault;
    return this.keys.issue(ctx, {
      ownerId: customerId,
      name,
      lifetimeDays,
      values: {
        tasks: tasks ? [...new Set(tasks)] : null,
        monthlyLimitMicros: monthlyLimitMicros ?? null,
        callsPerMinute: callsPerMinute ?? null,
      },
    });
  }
}
