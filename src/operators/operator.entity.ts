import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import type { OPERATORS } from '../platform/auth/roles.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';

/** Roles that operators can have. Programs have other roles. */
export type OperatorRole = (typeof OPERATORS)[number];
export const OperatorRole = {
  ADMIN: 'ADMIN',
  EDITOR: 'EDITOR',
  APPROVER: 'APPROVER',
  AUDITOR: 'AUDITOR',
} as const satisfies { [Name in OperatorRole]: Name };
registerEnumType(OperatorRole, {
  name: 'OperatorRole',
  description: 'Role of an operator. An operator can have several.',
  valuesConfig: {
    ADMIN: { description: 'Has all permissions that an operator can have, and manages operators.' },
    EDITOR: { description: 'Works with pictures, seals and tasks.' },
    APPROVER: { description: 'Decides approvals.' },
    AUDITOR: { description: 'Reads and exports all records.' },
  },
});

/** Maximum number of roles of an operator: all roles that exist. */
export const MAX_ROLES = Object.keys(OperatorRole).length;

const OperatorSchema = defineEntity({
  name: 'Operator',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('operator')),
    name: p.text(),
    // E-mail address in lower case, so that two operators can’t have addresses that differ only in case.
    email: p.text().unique(),
    // Not used, because the service sends no e-mail.
    emailVerified: p.boolean().default(false),
    roles: p.array().$type<OperatorRole[]>(),
    disabledAt: p.datetime(3).nullable(),
    // Incremented by every change, so that a concurrent edit is detected.
    version: p.integer().default(1),
    createdBy: p.string(),
    // Authentication code of the account. See `OperatorCodes`.
    authenticationCode: p.blob().nullable().lazy(),
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

@ObjectType({ implements: Node, description: 'Person who runs the service.' })
export class Operator extends OperatorSchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;
  @Field(() => String, { description: 'Name of the operator.' }) declare name: string;
  @Field(() => String, { description: 'E-mail address with which the operator signs in, in lower case.' })
  declare email: string;
  declare emailVerified: Opt<boolean>;
  @AtMost(MAX_ROLES)
  @Field(() => [OperatorRole], { description: 'Roles of the operator, whose permissions add up.' })
  declare roles: OperatorRole[];
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the operator was disabled; their credentials are refused since then. Null if enabled.',
  })
  declare disabledAt: Date | null;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Version of the operator, incremented by every change. Send it as `ifVersion` for optimistic locking.',
  })
  declare version: Opt<number>;
  declare createdBy: string;
  @Field(() => GraphQLDateTime, { description: 'Time when the operator was created.' }) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime, { description: 'Time of the last change.' }) declare updatedAt: Opt<Date>;
}
OperatorSchema.setClass(Operator);
