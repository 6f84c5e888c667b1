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
    // Credential id that the device gave the passkey, base64url.
    credentialId: p.text().unique(),
    // Public key in COSE format. Not secret.
    publicKey: p.blob(),
    // Number of uses as counted by the device. Always 0 if the device doesn’t count. A count that doesn’t grow reveals a copied
    // passkey.
    counter: p.bigint('number'),
    transports: p.array(),
    name: p.string().length(80),
    isBackedUp: p.boolean(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    lastUsedAt: p.datetime(3).nullable(),
  },
});

/** WebAuthn passkey of an operator. The private key stays on the operator's device. */
export class OperatorPasskey extends OperatorPasskeySchema.class {
  declare id: string;
  declare createdAt: Opt<Date>;
}
OperatorPasskeySchema.setClass(OperatorPasskey);
