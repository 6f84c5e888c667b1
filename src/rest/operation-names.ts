import { getOperationAST, parse } from 'graphql';
import type { OperationText } from './stored-operation.ts';

/** What these stored operations are called. */
export function operationNames(operations: readonly OperationText[]): ReadonlySet<string> {
  return new Set(operations.flatMap((operation) => getOperationAST(parse(operation.toString()))?.name?.value ?? []));
}
