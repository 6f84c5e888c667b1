import type { Response } from 'express';
import type { Access } from '../platform/auth/access.ts';
import type { Principal } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { Mount } from '../platform/http/mount.ts';
import type { TypedDocumentString } from './generated/graphql.ts';
import {
  accessToOperation,
  type OperationServices,
  type OperationText,
  type StoredOperation,
  storedOperation,
} from './stored-operation.ts';

/** What a protocol of others does its work with: stored operations, run like any query of a caller. */
export interface Operations {
  accessTo(operation: OperationText): Access;
  /** @param inRequest where a value of the operation's input stood in the caller's request, as a JSON pointer */
  prepare<Data, Variables>(
    operation: TypedDocumentString<Data, Variables>,
    inRequest: (pointer: string) => string,
  ): StoredOperation<Data, Variables>;
  contextFor(res: Response, principal: Principal): Context;
}

/** A protocol of others over stored operations, beside REST. */
export interface Adapter {
  /** All that it runs. */
  readonly operations: readonly OperationText[];
  mounts(operations: Operations): readonly Mount[];
}

export function operationsOver(
  services: OperationServices & { contextFor(res: Response, principal: Principal): Context },
): Operations {
  return {
    accessTo: (operation) => accessToOperation(operation, services.schema),
    prepare: (operation, inRequest) => storedOperation(operation, services, inRequest),
    contextFor: services.contextFor,
  };
}
