import { customerIdOf, OWN_USE_ID } from '../customers/index.ts';
import { can, ownerOf, type Principal, requesterOf } from '../platform/auth/principal.ts';
import { RowConditions } from '../platform/graphql/reads/row-conditions.ts';

/** Cases that a caller can read: those of a customer, those of a member, or those that fit both. Null: no condition. */
export interface CaseScope {
  readonly customerId: string | null;
  readonly member: string | null;
}

/**
 * Cases whose documents a caller can read, if it has the permission. A customer’s key reads the cases of the customer, an agent
 * those of its owner that it is a member of, everyone else those that they are a member of.
 */
export function caseScopeOf(principal: Principal): CaseScope | null {
  if (!can(principal, 'cases:read')) return null;
  const requester = requesterOf(principal);
  const customerId = customerIdOf(requester);
  if (customerId !== null) return { customerId, member: null };
  const owner = ownerOf(principal);
  return requester === owner
    ? { customerId: null, member: requester }
    : { customerId: customerIdOf(owner) ?? OWN_USE_ID, member: requester };
}

/** Adds the conditions of a scope to a filter of `document_case`. */
function within(rows: RowConditions, { customerId, member }: CaseScope): RowConditions {
  if (customerId !== null) rows.where('document_case.customer_id = $', customerId);
  if (member !== null)
    rows.where(
      'exists (select from case_member where case_member.case_id = document_case.id and case_member.member = $)',
      member,
    );
  return rows;
}

/** SQL conditions on `document_case` for the cases whose documents the caller can read. Null: none. */
export function readableCases({ principal }: { principal: Principal }): RowConditions | null {
  const scope = caseScopeOf(principal);
  return scope && within(new RowConditions(), scope);
}

/** SQL conditions on `document_case` for the cases that the caller can see, with or without their documents. Null: none. */
export function visibleCases(ctx: { principal: Principal }): RowConditions | null {
  return can(ctx.principal, 'cases:manage') ? new RowConditions() : readableCases(ctx);
}

/**
 * SQL conditions on rows that have the id of a case, for the rows of cases that the caller can read. Null: none.
 * @param column SQL of the column with the id of the case
 */
export function rowsOfReadableCases(ctx: { principal: Principal }, column: string): RowConditions | null {
  const cases = readableCases(ctx);
  if (!cases) return null;
  const rows = new RowConditions();
  rows.values.push(...cases.values);
  rows.conditions.push(
    `exists (select from document_case where ${[`document_case.id = ${column}`, ...cases.conditions].join(' and ')})`,
  );
  return rows;
}
