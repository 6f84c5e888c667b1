import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { OPERATORS } from '../platform/auth/roles.ts';
import { newId } from '../platform/ids.ts';

/** What a person can be given. Programs have roles of their own. */
export type OperatorRole = (typeof OPERATORS)[number];

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
});

/** A person who runs the service. */
export class Operator extends OperatorSchema.class {
  declare id: string;
  declare name: string;
  declare email: string;
  declare emailVerified: Opt<boolean>;
  declare roles: OperatorRole[];
  /** Since when nothing of this person is let in; null: it is. */
  declare disabledAt: Date | null;
  declare version: Opt<number>;
  declare createdBy: string;
  declare createdAt: Opt<Date>;
  declare updatedAt: Opt<Date>;
}
OperatorSchema.setClass(Operator);
