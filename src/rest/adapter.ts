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

/** Stored operations for an adapter (another protocol such as MCP), which run like any query of a caller. */
export interface Operations {
  accessTo(operation: OperationText): Access;
  /**
   * Prepares a stored operation.
   * @param inRequest converts the JSON pointer of an input value to a pointer into the caller's request
   */
  prepare<Data, Variables>(
    operation: TypedDocumentString<Data, Variables>,
    inRequest: (pointer: string) => string,
  ): StoredOperation<Data, Variables>;
  contextFor(res: Response, principal: Principal): Context;
}

/** Another protocol than REST, such as MCP, that runs stored operations. */
export interface Adapter {
  /** All stored operations that the adapter runs. */
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
