import type { OperatorByIdQuery, OperatorTokenListQuery } from '../../web/generated/operators/graphql.ts';

/** People and what is theirs, as the screens show them. */
export type Operator = NonNullable<OperatorByIdQuery['operator']>;
export type OperatorToken = OperatorTokenListQuery['operatorTokens']['nodes'][number];
