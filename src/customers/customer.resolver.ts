import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { assertPageSize, connectionOf } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, payloadOf } from '../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { alreadyIssuedField } from '../platform/idempotency/key-fields.ts';
import { Customer } from './customer.entity.ts';
import { CreateCustomerInput, CustomersArgs, UpdateCustomerInput } from './customer.inputs.ts';
import { customersById, keysOfCustomers } from './customer.loaders.ts';
import { CustomerChanged, CustomerNameTaken } from './customer.problems.ts';
import { customerPages } from './customer.reads.ts';
import type { CustomerService } from './customer.service.ts';
import { CustomerKey } from './customer-key.entity.ts';
import { MAX_KEYS } from './customer-key.kind.ts';
import { isPastSoftCap } from './customers-api.ts';
import { CustomerMonth, currentMonths, newestMonths } from './money/customer-month.ts';

const CustomerConnection = connectionOf(Customer, 'Customer');

@ArgsType()
class MonthsArgs {
  @Field(() => Int, { defaultValue: 12, description: 'Maximum number of months to return, 1 to 100.' })
  first!: number;
}

const CreatedCustomer = payloadOf('CreatedCustomer', 'The customer was created.', {
  customer: changed(() => Customer),
  alreadyIssued: alreadyIssuedField(),
});

const UpdatedCustomer = payloadOf('UpdatedCustomer', 'The customer was updated.', {
  customer: changed(() => Customer),
});

const CreateCustomerResult = resultOf('CreateCustomer', CreatedCustomer, [CustomerNameTaken, IdempotencyKeyReused]);
const UpdateCustomerResult = resultOf('UpdateCustomer', UpdatedCustomer, [
  NotFound,
  CustomerChanged,
  CustomerNameTaken,
]);

/** Finds a customer that the caller can see, for the query `node`. */
const findCustomer = entityFinder(Customer, ({ principal }) =>
  can(principal, 'customers:read') ? {} : { id: principal.subjectId ?? '' },
);

@Resolver(() => Customer)
export class CustomerResolver {
  readonly #customers: CustomerService;

  constructor(customers: CustomerService) {
    this.#customers = customers;
  }

  @AccessFor('customers:read')
  @Query(() => CustomerConnection, { description: 'All customers, newest first, the service account included.' })
  customers(
    @Args(() => CustomersArgs) args: CustomersArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return customerPages.read(ctx, args, info);
  }

  @AccessFor('customers:read')
  @Query(() => Customer, { nullable: true, description: 'Customer with this id. Null if it doesn’t exist.' })
  customer(
    @Arg('id', () => ID, { description: 'Id of the customer.' }) id: string,
    @Ctx() { em }: Context,
  ): Promise<Customer | null> {
    return em.findOne(Customer, id);
  }

  @AccessFor('customer:self')
  @Query(() => Customer, {
    nullable: true,
    description: 'Customer that the caller’s key belongs to. Null only if it could not be read: see `errors`.',
  })
  myCustomer(@Ctx() { em, principal }: Context): Promise<Customer | null> {
    return em.findOne(Customer, principal.subjectId!);
  }

  @AccessFor('customers:manage')
  @Mutation(() => CreateCustomerResult, { nullable: true, description: 'Creates a customer without a key.' })
  async createCustomer(
    @Arg('input', () => CreateCustomerInput) input: CreateCustomerInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CreateCustomerResult> {
    const result = await this.#customers.create(ctx, input);
    return result instanceof Problem ? result : new CreatedCustomer(result);
  }

  @AccessFor('customers:manage')
  @Mutation(() => UpdateCustomerResult, {
    nullable: true,
    description:
      'Changes plan, caps or name, or suspends or resumes a customer. Takes effect in all processes within a second.',
  })
  async updateCustomer(
    @Arg('input', () => UpdateCustomerInput) input: UpdateCustomerInput,
    @Ctx() ctx: Context,
  ): Promise<typeof UpdateCustomerResult> {
    const result = await this.#customers.update(ctx, input);
    return result instanceof Problem ? result : new UpdatedCustomer({ customer: result });
  }

  /** Finds a customer for the query `node`. Without `customers:read`, a customer only sees itself. */
  find(ctx: Context, id: string): Promise<Customer | null> {
    return findCustomer(ctx, id);
  }

  @AtMost(MAX_KEYS)
  @FieldResolver(() => [CustomerKey], {
    description: `Keys of the customer, newest first: all working ones and the newest that have ended, at most ${MAX_KEYS} in all. Tokens aren’t included.`,
  })
  keys(@Root() { id }: Customer, @Ctx() ctx: Context): Promise<CustomerKey[]> {
    return ctx.loader(keysOfCustomers).load(id);
  }

  @FieldResolver(() => CustomerMonth, { description: 'Usage in the current month (UTC).' })
  thisMonth(@Root() { id }: Customer, @Ctx() ctx: Context): Promise<CustomerMonth> {
    return ctx.loader(currentMonths).load(id);
  }

  @FieldResolver(() => Boolean, {
    description: 'True if the customer’s spending and reservations have reached the soft cap.',
  })
  async isPastSoftCap(@Root() { id }: Customer, @Ctx() ctx: Context): Promise<boolean> {
    const [{ spentMicros, reservedMicros, uncertainMicros }, customer] = await Promise.all([
      ctx.loader(currentMonths).load(id),
      ctx.loader(customersById).load(id),
    ]);
    const { softCapMicros, hardLimitMicros } = customer;
    return isPastSoftCap({
      spentMicros,
      reservedMicros: reservedMicros + uncertainMicros,
      uncertainMicros,
      softCapMicros,
      hardLimitMicros,
    });
  }

  @FieldResolver(() => [CustomerMonth], { description: 'Months with calls, newest first.' })
  months(
    @Root() { id }: Customer,
    @Args(() => MonthsArgs) { first }: MonthsArgs,
    @Ctx() ctx: Context,
  ): Promise<CustomerMonth[]> {
    assertPageSize(first);
    return ctx.loader(newestMonths).load({ subject: id, first });
  }
}
