import type { Context } from '../platform/context.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { composeText } from '../proof/normal-form.ts';
import { Customer } from './customer.entity.ts';
import type { CreateCustomerInput } from './customer.inputs.ts';
import { CustomerNameTaken } from './customer.problems.ts';
import type { CustomerService } from './customer.service.ts';
import type { CustomerKeyService } from './customer-key.service.ts';

/**
 * Issues an API key for the customer with this name, and creates the customer if needed.
 * @throws Error that says what is wrong with the name, plan or lifetime
 */
export async function issueKeyFor(
  ctx: Context,
  services: { customers: CustomerService; keys: CustomerKeyService },
  wanted: CreateCustomerInput & { keyName: string; lifetimeDays?: number | null },
): Promise<string> {
  const { keyName, lifetimeDays, ...input } = wanted;
  const known = () => ctx.fork().em.findOne(Customer, { name: composeText(input.name.trim()) });
  let customer = await known();
  if (!customer) {
    const made = await services.customers.create(ctx, input);
    // If a concurrent caller has created the customer, that one is used.
    customer = made instanceof CustomerNameTaken ? await known() : orThrow(made).customer;
  }
  const issued = await services.keys.issue(ctx, {
    customerId: customer!.id,
    name: keyName,
    lifetimeDays: lifetimeDays ?? null,
  });
  return orThrow(issued).token;
}

function orThrow<T>(result: T): Exclude<T, Problem> {
  if (result instanceof Problem) throw new Error(result.message);
  return result as Exclude<T, Problem>;
}
