import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import { can } from '../platform/auth/principal.ts';
import { AfterStepUp } from '../platform/auth/step-up.ts';
import type { Context } from '../platform/context.ts';
import { keyPayloads } from '../platform/credentials/key-payloads.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { IssueCustomerKeyInput, RevokeCustomerKeyInput, RotateCustomerKeyInput } from './customer.inputs.ts';
import { CustomerKeyConflict } from './customer.problems.ts';
import { CustomerKey } from './customer-key.entity.ts';
import type { CustomerKeyService } from './customer-key.service.ts';
import { CustomerMonth, currentMonths } from './money/customer-month.ts';

const { Issued, Rotated, Revoked } = keyPayloads('CustomerKey', 'customerKey', CustomerKey, 'key');
const IssueCustomerKeyResult = resultOf('IssueCustomerKey', Issued, [
  NotFound,
  CustomerKeyConflict,
  IdempotencyKeyReused,
]);
const RotateCustomerKeyResult = resultOf('RotateCustomerKey', Rotated, [
  NotFound,
  CustomerKeyConflict,
  IdempotencyKeyReused,
]);
const RevokeCustomerKeyResult = resultOf('RevokeCustomerKey', Revoked, [NotFound]);

/** Finds an API key that the caller can see, for the query `node`. */
const findCustomerKey = entityFinder(CustomerKey, ({ principal }) =>
  can(principal, 'customers:read') ? {} : { customer: principal.subjectId ?? '' },
);

@Resolver(() => CustomerKey)
export class CustomerKeyResolver {
  readonly #keys: CustomerKeyService;

  constructor(keys: CustomerKeyService) {
    this.#keys = keys;
  }

  @AccessFor('customers:manage')
  @AfterStepUp()
  @Mutation(() => IssueCustomerKeyResult, {
    nullable: true,
    description: 'Issues a key for a customer. Its other keys stay valid.',
  })
  async issueCustomerKey(
    @Arg('input', () => IssueCustomerKeyInput) input: IssueCustomerKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof IssueCustomerKeyResult> {
    const result = await this.#keys.issueOnce(ctx, input);
    return result instanceof Problem ? result : new Issued({ customerKey: result.key, ...result });
  }

  @AccessFor('customers:manage')
  @AfterStepUp()
  @Mutation(() => RotateCustomerKeyResult, {
    nullable: true,
    description:
      'Replaces a key of a customer by a new one with the same limits. The old one stays valid for `overlapHours`.',
  })
  async rotateCustomerKey(
    @Arg('input', () => RotateCustomerKeyInput) { customerKeyId, ...rotation }: RotateCustomerKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RotateCustomerKeyResult> {
    const result = await this.#keys.keys.rotate(ctx, { keyId: customerKeyId, ...rotation });
    return result instanceof Problem ? result : new Rotated({ customerKey: result.key, ...result });
  }

  @AccessFor('customers:manage')
  @Mutation(() => RevokeCustomerKeyResult, {
    nullable: true,
    description: 'Revokes a key of a customer. Takes effect with the next request, in other processes within a second.',
  })
  async revokeCustomerKey(
    @Arg('input', () => RevokeCustomerKeyInput) { customerKeyId }: RevokeCustomerKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokeCustomerKeyResult> {
    const result = await this.#keys.keys.revoke(ctx, customerKeyId);
    return result instanceof Problem ? result : new Revoked({ customerKey: result });
  }

  /** Finds an API key for the query `node`. A customer sees its own keys. */
  find(ctx: Context, id: string): Promise<CustomerKey | null> {
    return findCustomerKey(ctx, id);
  }

  @FieldResolver(() => String, {
    description: 'Actor who issued the key.',
    deprecationReason: 'Use `issuedBy`, as for keys of every kind. Removal on 2027-06-01.',
  })
  createdBy(@Root() { issuedBy }: CustomerKey): string {
    return issuedBy;
  }

  @FieldResolver(() => Boolean, { description: 'True if the key can run every task. Otherwise only those in `tasks`.' })
  isForAllTasks(@Root() { tasks }: CustomerKey): boolean {
    return tasks === null;
  }

  @FieldResolver(() => [String], {
    description: 'Names of the tasks that the key can run. Empty if `isForAllTasks` is true.',
  })
  tasks(@Root() { tasks }: CustomerKey): string[] {
    return tasks ?? [];
  }

  @FieldResolver(() => ID, { description: 'Customer that owns the key and pays for its calls.' })
  customerId(@Root() { customer }: CustomerKey): string {
    return customer.id;
  }

  @FieldResolver(() => CustomerMonth, {
    description: 'Usage in the current month (UTC), including the keys that this one replaced.',
  })
  thisMonth(@Root() { lineageId }: CustomerKey, @Ctx() ctx: Context): Promise<CustomerMonth> {
    return ctx.loader(currentMonths).load(lineageId);
  }
}
