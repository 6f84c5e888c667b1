import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import type { OPERATORS } from '../platform/auth/roles.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';

/** What a person can be given. Programs have roles of their own. */
export type OperatorRole = (typeof OPERATORS)[number];
export const OperatorRole = {
  ADMIN: 'ADMIN',
  EDITOR: 'EDITOR',
  APPROVER: 'APPROVER',
  AUDITOR: 'AUDITOR',
} as const satisfies { [Name in OperatorRole]: Name };
registerEnumType(OperatorRole, {
  name: 'OperatorRole',
  description: 'What a person is there for. Somebody may have several.',
  valuesConfig: {
    ADMIN: { description: 'May do everything, and says who else may do what.' },
    EDITOR: { description: 'Works with pictures, seals and tasks.' },
    APPROVER: { description: 'Decides what is held until a person approves it.' },
    AUDITOR: { description: 'Sees everything that was done, and exports it.' },
  },
});

/** Every role that a person can have. */
export const MAX_ROLES = Object.keys(OperatorRole).length;

const OperatorSchema = defineEntity({
  name: 'Operator',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('operator')),
    name: p.text(),
    // In lower case: nobody has two accounts that differ by a capital.
    email: p.text().unique(),
    // Better Auth asks for it. Nothing here sends mail, so nothing is concluded from it.
    emailVerified: p.boolean().default(false),
    roles: p.array().$type<OperatorRole[]>(),
    disabledAt: p.datetime(3).nullable(),
    // Raised by every change, so that of two people who edit the same one, the second hears of the first.
    version: p.integer().default(1),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  indexes: [
    {
      name: 'operator_name_id_index',
      expression: `create index "operator_name_id_index" on "operator" (lower("name"), "id")`,
    },
  ],
});

/** A person who runs the service. */
@ObjectType({ implements: Node, description: 'A person who runs the service.' })
export class Operator extends OperatorSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => String) declare name: string;
  @Field(() => String, { description: 'In lower case. By it this person signs in.' }) declare email: string;
  declare emailVerified: Opt<boolean>;
  @AtMost(MAX_ROLES)
  @Field(() => [OperatorRole], { description: 'What this person may do is what any of these may.' })
  declare roles: OperatorRole[];
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Since when nothing that this person shows is let in. Null: it is.',
  })
  declare disabledAt: Date | null;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Rises with every change; of two answers, the higher is the later.',
  })
  declare version: Opt<number>;
  declare createdBy: string;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime) declare updatedAt: Opt<Date>;
}
OperatorSchema.setClass(Operator);
