import { getOperationAST, parse } from 'graphql';
import type { Route } from './route.ts';

/** What the stored operations behind these routes are called. */
export function operationNames(routes: readonly Route[]): ReadonlySet<string> {
  return new Set(routes.flatMap(({ operation }) => getOperationAST(parse(operation.toString()))?.name?.value ?? []));
}
