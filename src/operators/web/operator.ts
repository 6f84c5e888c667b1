import type { OperatorByIdQuery, OperatorTokenListQuery } from '../../web/generated/operators/graphql.ts';

/** Operators and tokens as the screens show them. */
export type Operator = NonNullable<OperatorByIdQuery['operator']>;
export type OperatorToken = OperatorTokenListQuery['operatorTokens']['nodes'][number];
