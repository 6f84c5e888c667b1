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
    // Credential id from the device, base64url.
    credentialId: p.text().unique(),
    // COSE key. Not secret.
    publicKey: p.blob(),
    // Increments with each use if the device counts. A decrease reveals a copy.
    counter: p.bigint('number'),
    transports: p.array(),
    name: p.string().length(80),
    isBackedUp: p.boolean(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    lastUsedAt: p.datetime(3).nullable(),
  },
});

/** Passkey of an operator. */
export class OperatorPasskey extends OperatorPasskeySchema.class {
  declare id: string;
  declare createdAt: Opt<Date>;
}
OperatorPasskeySchema.setClass(OperatorPasskey);
