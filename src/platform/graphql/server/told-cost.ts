import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../context.ts';
import { standingsOf } from '../../limits/limits.ts';
import { requestScope } from '../../request-scope.ts';
import { LIMITS, measureOf } from './limits.ts';

/** Asks for what an operation has cost, with any value. */
export const COST_HEADER = 'x-imprimatur-cost';

/**
 * What an operation has cost and what is left, in `extensions.cost`, for who asks for it by a header: an answer that is the
 * same for everybody stays short, and a read that is answered without Apollo pays nothing.
 */
export const toldCost = (schema: GraphQLSchema): ApolloServerPlugin<Context> => ({
  async requestDidStart({ request: { http } }) {
    if (!http?.headers.get(COST_HEADER)) return;
    return {
      async willSendResponse({ document, operation, contextValue, response: { body } }) {
        if (body.kind !== 'single' || !document || !operation) return;
        const { cost, depth, aliases } = measureOf(schema, document, operation);
        const statements = requestScope()?.statements;
        body.singleResult.extensions = {
          ...body.singleResult.extensions,
          cost: {
            objects: share(cost, LIMITS.cost),
            depth: share(depth, LIMITS.depth),
            aliases: share(aliases, LIMITS.aliases),
            ...(statements && { statements: share(statements.count, statements.most) }),
            limits: standingsOf(contextValue),
          },
        };
      },
    };
  },
});

const share = (used: number, most: number) => ({ used, most });
