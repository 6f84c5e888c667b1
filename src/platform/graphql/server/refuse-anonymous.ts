import type { ApolloServerPlugin, HTTPGraphQLHead } from '@apollo/server';
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import { accessOf, assertAccess } from '../../auth/access.ts';
import { ANONYMOUS, isAnonymous } from '../../auth/principal.ts';
import type { Context } from '../../context.ts';
import { unauthenticated } from '../../errors/errors.ts';
import { toGraphQLError } from './errors.ts';
import { maskError } from './masking.ts';

/**
 * Refuses an anonymous operation with status 401, which clients and proxies recognise, before anything runs, if all its root
 * fields need a credential. If some fields are public, the operation runs. If then every public field refuses too, such as
 * `runTask` without the sandbox, the response has status 401 too.
 */
export const refuseAnonymous = (schema: GraphQLSchema): ApolloServerPlugin<Context> => ({
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, request: { variables }, contextValue: { principal } }) {
        if (!operation || !isAnonymous(principal)) return;
        const refusal = refusalOfAll(schema, document, operation, variables ?? {});
        if (refusal) throw refusal;
      },
      async willSendResponse({
        operation,
        errors = [],
        contextValue: { principal, problems },
        response: { body, http },
      }) {
        if (body.kind !== 'single' || !body.singleResult.data || !isAnonymous(principal)) return;
        // Leaves out `__typename`, the only root field whose value is a text.
        const answers = Object.values(body.singleResult.data).filter((value) => typeof value !== 'string');
        const isMutation = operation?.operation === OperationTypeNode.MUTATION;
        const refused = isMutation ? problems : errors.map(refusalIn);
        const areAll = refused.length === answers.length && (isMutation || answers.every((value) => value === null));
        const [first] = refused;
        if (!first || !areAll || refused.some(({ code }) => code !== 'UNAUTHENTICATED')) return;
        const { extensions, message } = toGraphQLError(unauthenticated(first.message));
        const { status, headers } = extensions.http as HTTPGraphQLHead;
        body.singleResult = { errors: [maskError({ message, extensions }, true)] };
        http.status = status;
        for (const [name, value] of headers) http.headers.set(name, value);
      },
    };
  },
});

/** Returns the refusal of the first root field if all root fields are refused; null otherwise. */
function refusalOfAll(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): GraphQLError | null {
  const root = schema.getRootType(operation.operation);
  if (!root) return null;
  const fragments = Object.fromEntries(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );
  let first: GraphQLError | null = null;
  for (const [field] of collectFields(
    schema,
    fragments,
    conditions(operation, variables),
    root,
    operation.selectionSet,
  ).values()) {
    const name = field!.name.value;
    if (name === '__typename') continue;
    const refusal = refusalOf(root.getFields()[name]);
    if (!refusal) return null;
    first ??= refusal;
  }
  return first;
}

/**
 * Boolean values of the variables, for `@skip` and `@include`. No other values are coerced, because coercing all variables can
 * take a hundred times the memory of the request.
 */
function conditions({ variableDefinitions = [] }: OperationDefinitionNode, variables: Record<string, unknown>) {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable: { name }, defaultValue }) => {
      const given = variables[name.value];
      const byDefault = defaultValue?.kind === Kind.BOOLEAN && defaultValue.value;
      return [[name.value, typeof given === 'boolean' ? given : byDefault]];
    }),
  );
}

const refusalIn = ({ message, extensions }: GraphQLError) => ({ message, code: extensions.code });

function refusalOf(field: Parameters<typeof accessOf>[0]): GraphQLError | null {
  try {
    assertAccess(ANONYMOUS, accessOf(field));
    return null;
  } catch (error) {
    return toGraphQLError(error);
  }
}
