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
import { CustomerMonth, thisMonths } from './money/customer-month.ts';

const { Issued, Rotated, Revoked } = keyPayloads('CustomerKey', 'customerKey', CustomerKey);
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

/** Those that the viewer may see. */
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
    description: 'Makes a new key for a customer. Others go on working.',
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
    description: 'Makes a key that takes the place of another, which goes on working for the overlap.',
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
    description: 'Works from the next request on, in every process within a second.',
  })
  async revokeCustomerKey(
    @Arg('input', () => RevokeCustomerKeyInput) { customerKeyId }: RevokeCustomerKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokeCustomerKeyResult> {
    const result = await this.#keys.keys.revoke(ctx, customerKeyId);
    return result instanceof Problem ? result : new Revoked({ customerKey: result });
  }

  /** For `node`: a customer sees its own. */
  find(ctx: Context, id: string): Promise<CustomerKey | null> {
    return findCustomerKey(ctx, id);
  }

  @FieldResolver(() => String, {
    description: 'The actor who issued it.',
    deprecationReason: 'Use `issuedBy`, as for keys of every kind. Removal on 2027-06-01.',
  })
  createdBy(@Root() { issuedBy }: CustomerKey): string {
    return issuedBy;
  }

  @FieldResolver(() => Boolean, { description: 'Whether it may run every task; else those in `tasks`.' })
  isForAllTasks(@Root() { tasks }: CustomerKey): boolean {
    return tasks === null;
  }

  @FieldResolver(() => [String], {
    description: 'Names of the tasks that it may run; empty where it may run all: see `isForAllTasks`.',
  })
  tasks(@Root() { tasks }: CustomerKey): string[] {
    return tasks ?? [];
  }

  @FieldResolver(() => ID, { description: 'Whose it is, and who pays for what is run with it.' })
  customerId(@Root() { customer }: CustomerKey): string {
    return customer.id;
  }

  @FieldResolver(() => CustomerMonth, {
    description: 'What was run with it in the present month, and with the keys that it took the place of.',
  })
  thisMonth(@Root() { lineageId }: CustomerKey, @Ctx() ctx: Context): Promise<CustomerMonth> {
    return ctx.loader(thisMonths).load(lineageId);
  }
}
