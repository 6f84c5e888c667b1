import { getOperationAST, parse } from 'graphql';
import type { OperationText } from './stored-operation.ts';

/** Names of stored operations. */
export function operationNames(operations: readonly OperationText[]): ReadonlySet<string> {
  return new Set(operations.flatMap((operation) => getOperationAST(parse(operation.toString()))?.name?.value ?? []));
}
