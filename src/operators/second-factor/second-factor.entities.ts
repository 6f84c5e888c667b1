import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { newId } from '../../platform/ids.ts';
import { Operator } from '../operator.entity.ts';

const OperatorTotpSchema = defineEntity({
  name: 'OperatorTotp',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('operatorTotp')),
    operator: () => p.oneToOne(Operator).ref().deleteRule('cascade'),
    // Shared secret of the authenticator app, encrypted and bound to this row’s id.
    secret: p.blob(),
    // Time since which sign-ins require a code. Null until the app has produced a correct code.
    confirmedAt: p.datetime(3).nullable(),
    // 30-second time step of the last used code. Codes of this or earlier steps aren’t accepted again.
    lastStep: p.integer().nullable(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** Authenticator app of an operator, with a new code every 30 seconds. */
export class OperatorTotp extends OperatorTotpSchema.class {
  declare id: string;
  declare createdAt: Opt<Date>;
}
OperatorTotpSchema.setClass(OperatorTotp);

const OperatorRecoveryCodeSchema = defineEntity({
  name: 'OperatorRecoveryCode',
  properties: {
    // Digest of the recovery code, keyed and bound to the operator, so that the table alone is useless for guessing.
    digest: p.blob().primary(),
    operator: () => p.manyToOne(Operator).ref().index().deleteRule('cascade'),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** Recovery code, which replaces a code of a lost authenticator app once. Deleted when it is used. */
export class OperatorRecoveryCode extends OperatorRecoveryCodeSchema.class {
  declare createdAt: Opt<Date>;
}
OperatorRecoveryCodeSchema.setClass(OperatorRecoveryCode);
