import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { newId } from '../../platform/ids.ts';
import { Operator } from '../operator.entity.ts';

const OperatorPasskeySchema = defineEntity({
  name: 'OperatorPasskey',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('operatorPasskey')),
    operator: () => p.manyToOne(Operator).ref().index().deleteRule('cascade'),
    // As its device calls it, base64url.
    credentialId: p.text().unique(),
    // COSE. It is no secret.
    publicKey: p.blob(),
    // Goes up with each use where the device counts; one that goes back is a copy.
    counter: p.bigint('number'),
    transports: p.array(),
    name: p.string().length(80),
    isBackedUp: p.boolean(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    lastUsedAt: p.datetime(3).nullable(),
  },
});

/** A key in a device of a person, who shows with it who it is. */
export class OperatorPasskey extends OperatorPasskeySchema.class {
  declare id: string;
  declare createdAt: Opt<Date>;
}
OperatorPasskeySchema.setClass(OperatorPasskey);
