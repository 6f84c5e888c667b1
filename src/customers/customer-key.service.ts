import type { Context } from '../platform/context.ts';
import { type IssuedKey, type KeyIssueResult, KeyService } from '../platform/credentials/key-service.ts';
import { InputInvalid, type NotFound } from '../platform/graphql/schema/problem.ts';
import type { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import type { NoteIssued } from '../platform/idempotency/issue-once.ts';
import { CaseAccess } from './case-access.ts';
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
   * @param onChange called when cached keys may be outdated
   * @param taskNames reads the names of all tasks
   */
  constructor(onChange: () => void, taskNames: () => Promise<readonly string[]>) {
    this.keys = new KeyService(customerKeyKind, onChange);
    this.#taskNames = taskNames;
  }

  /** Issues an API key for a customer, once per idempotency key. */
  issueOnce(
    ctx: Context,
    input: IssueCustomerKeyInput,
  ): Promise<KeyIssueResult<CustomerKey> | NotFound | InputInvalid | CustomerKeyConflict | IdempotencyKeyReused> {
    return this.keys.issueOnce(ctx, input, (note) => this.issue(ctx, input, note));
  }

  async issue(
    ctx: Context,
    { customerId, name, lifetimeDays, tasks, monthlyLimitMicros, callsPerMinute, caseAccess }: IssueCustomerKeyInput,
    note?: NoteIssued,
  ): Promise<IssuedKey<CustomerKey> | NotFound | InputInvalid | CustomerKeyConflict> {
    const fault =
      faultOf({ name, lifetimeDays, tasks, monthlyLimitMicros, callsPerMinute }) ??
      unknownTasks(tasks ?? [], await this.#taskNames());
    if (fault) return fault;
    return this.keys.issue(ctx, {
      ownerId: customerId,
      name,
      lifetimeDays,
      note,
      values: {
        tasks: tasks ? [...new Set(tasks)] : null,
        monthlyLimitMicros: monthlyLimitMicros ?? null,
        callsPerMinute: callsPerMinute ?? null,
        caseAccess: caseAccess ?? CaseAccess.NONE,
      },
    });
  }
}
