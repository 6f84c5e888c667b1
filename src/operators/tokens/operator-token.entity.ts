import { defineEntity, p } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { KeyFields, keyColumns } from '../../platform/credentials/bearer-key.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { Node } from '../../platform/graphql/schema/node.ts';
import { Operator } from '../operator.entity.ts';

/** Maximum number of scopes of a token. Fewer permissions exist. */
export const MAX_SCOPES = 200;

const OperatorTokenSchema = defineEntity({
  name: 'OperatorToken',
  properties: {
    ...keyColumns('operatorToken', 'issued_by'),
    operator: () => p.manyToOne(Operator).ref().index().deleteRule('cascade'),
    scopes: p.array(),
    // Authentication code of the row. See `OperatorCodes`. Null once it is revoked.
    authenticationCode: p.blob().nullable().lazy(),
  },
  indexes: [
    { properties: ['expiresAt', 'id'] },
    {
      name: 'operator_token_name_id_index',
      expression: `create index "operator_token_name_id_index" on "operator_token" (lower("name"), "id")`,
    },
  ],
});

@ObjectType({
  implements: Node,
  description:
    'Token with which a program acts as an operator, within the scopes of the token. Its secret is only returned when the token is issued.',
})
@KeyFields({ noun: 'token' })
export class OperatorToken extends OperatorTokenSchema.class implements Node {
  @AtMost(MAX_SCOPES)
  @Field(() => [String], {
    description: 'Scopes of the token. Those that the operator’s roles don’t currently allow have no effect.',
  })
  declare scopes: string[];
}
OperatorTokenSchema.setClass(OperatorToken);
