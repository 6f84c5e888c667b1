import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../context.ts';
import { limitStatusOf } from '../../limits/limits.ts';
import { requestScope } from '../../request-scope.ts';
import { LIMITS, measureOf } from './limits.ts';
import { costOf, MAX_COST, TooExpensive } from './operation-cost.ts';

/** Request header that asks for the cost of the operation, with any value. */
export const COST_HEADER = 'x-imprimatur-cost';

/**
 * Adds `extensions.cost` to the response, with the cost of the operation and the remaining limits, if the request has the header,
 * or was refused for its cost or its number of database statements. Other responses stay short.
 */
export const reportCost = (schema: GraphQLSchema): ApolloServerPlugin<Context> => ({
  async requestDidStart({ request: { http, variables } }) {
    const isAskedFor = Boolean(http?.headers.get(COST_HEADER));
    return {
      async willSendResponse({ document, operation, contextValue, errors = [], response: { body } }) {
        if (body.kind !== 'single' || !document || !operation) return;
        const statements = requestScope()?.statements;
        const isRefused = statements?.wasRefused || errors.some((error) => error instanceof TooExpensive);
        if (!isAskedFor && !isRefused) return;
        const { depth, aliases } = measureOf(document, operation);
        body.singleResult.extensions = {
          ...body.singleResult.extensions,
          cost: {
            objects: share(costOf(schema, document, operation, variables), MAX_COST),
            depth: share(depth, LIMITS.depth),
            aliases: share(aliases, LIMITS.aliases),
            ...(statements && { statements: share(statements.count, statements.most) }),
            limits: limitStatusOf(contextValue),
          },
        };
      },
    };
  },
});

const share = (used: number, most: number) => ({ used, most });
