import type { ApolloServer } from '@apollo/server';
import { type GraphQLFormattedError, type GraphQLSchema, getOperationAST, Kind, parse } from 'graphql';
import { type Access, accessOf } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { isErrorCode } from '../platform/errors/error-codes.ts';
import { Refusal } from '../platform/errors/errors.ts';
import type { CompiledReads } from '../platform/graphql/reads/compiled-reads.ts';
import type { TypedDocumentString } from './generated/graphql.ts';

/** Services that run stored operations, the same that run callers' queries. */
export interface OperationServices {
  schema: GraphQLSchema;
  apollo: ApolloServer<Context>;
  reads: CompiledReads;
}

/** A stored operation, with any type of variables and result. */
export interface OperationText {
  toString(): string;
}

export type StoredOperation<Data = Record<string, unknown>, Variables = Record<string, unknown>> = (
  variables: NoInfer<Variables>,
  contextValue: Context,
) => Promise<Data>;

/** Root field of a stored operation in the schema. */
export function fieldBehind(operation: OperationText, schema: GraphQLSchema) {
  const document = getOperationAST(parse(operation.toString()))!;
  const root = document.selectionSet.selections[0]!;
  if (root.kind !== Kind.FIELD) throw new Error(`The operation ${document.name?.value} has no root field`);
  return schema.getRootType(document.operation)!.getFields()[root.name.value]!;
}

/** Permission that callers of a stored operation need: that of its root field. */
export function accessToOperation(operation: OperationText, schema: GraphQLSchema): Access {
  const field = fieldBehind(operation, schema);
  const access = accessOf(field);
  if (!access) throw new Error(`The field ${field.name} doesn't declare its access`);
  return access;
}

/**
 * Prepares a stored operation. Returns a function that runs it with variables and throws a Refusal for its first error.
 * @param inRequest converts the JSON pointer of an input value to a pointer into the caller's request
 */
export function storedOperation<Data, Variables>(
  operation: TypedDocumentString<Data, Variables>,
  { apollo, reads }: OperationServices,
  inRequest: (pointer: string) => string,
): StoredOperation<Data, Variables> {
  const query = operation.toString();
  const stored = reads.stored(query);
  return async (given, contextValue) => {
    const variables = given as Record<string, unknown>;
    const read = await stored.read(variables, contextValue);
    if (read) return read as Data;
    const { body } = await apollo.executeOperation({ query, variables }, { contextValue });
    if (body.kind !== 'single') throw new Error('A stored operation must not stream');
    const { data, errors } = body.singleResult;
    if (errors?.length) throw refusalOf(errors[0]!, inRequest);
    return (data ?? {}) as Data;
  };
}

function refusalOf(error: GraphQLFormattedError, inRequest: (pointer: string) => string): Refusal {
  const {
    code,
    issues = [],
    retryAfterMs,
  } = (error.extensions ?? {}) as {
    code?: unknown;
    issues?: { pointer: string; message: string }[];
    retryAfterMs?: number;
  };
  const inPlace = issues.map(({ pointer, message }) => ({ pointer: inRequest(pointer), detail: message }));
  // Replaces messages about GraphQL variables, which mean nothing to a caller who sent no query.
  const message = error.message.startsWith('Variable "$')
    ? inPlace.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join(' ')
    : error.message;
  return new Refusal(isErrorCode(code) ? code : 'INTERNAL_SERVER_ERROR', message, {
    issues: inPlace,
    ...(retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
    headers: challengeOf(code),
  });
}

export function challengeOf(code: unknown): Record<string, string> {
  return code === 'UNAUTHENTICATED' ? { 'WWW-Authenticate': 'Bearer realm="imprimatur"' } : {};
}
