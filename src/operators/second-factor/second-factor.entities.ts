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
    // What the person's app and the service share, encrypted for this row's id.
    secret: p.blob(),
    // Since when it is asked for; null: the app has not shown yet that it has it.
    confirmedAt: p.datetime(3).nullable(),
    // The step of time of the code that was used last: it is good once, and no earlier one is good after it.
    lastStep: p.integer().nullable(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** The app of a person that shows another code every half minute. */
export class OperatorTotp extends OperatorTotpSchema.class {
  declare id: string;
  declare createdAt: Opt<Date>;
}
OperatorTotpSchema.setClass(OperatorTotp);

const OperatorRecoveryCodeSchema = defineEntity({
  name: 'OperatorRecoveryCode',
  properties: {
    // Keyed, and of the person as well: whoever has the table alone can try nothing.
    digest: p.blob().primary(),
    operator: () => p.manyToOne(Operator).ref().index().deleteRule('cascade'),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** Stands in for a lost app, once. It goes when it is used. */
export class OperatorRecoveryCode extends OperatorRecoveryCodeSchema.class {
  declare createdAt: Opt<Date>;
}
OperatorRecoveryCodeSchema.setClass(OperatorRecoveryCode);
