import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { DataClass } from '../models/index.ts';
import { newId } from '../platform/ids.ts';

const CaseSchema = defineEntity({
  name: 'Case',
  tableName: 'document_case',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('case')),
    customerId: p.string(),
    name: p.text(),
    dataClass: p.enum(() => DataClass).$type<DataClass>(),
    // Months after which documents are erased, counted from their upload. Null: kept until someone erases them.
    retentionMonths: p.integer().nullable(),
    // Incremented by every change, so that a concurrent edit is detected.
    version: p.integer().default(1),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  indexes: [{ properties: ['customerId', 'id'] }],
});

/** A set of a customer’s documents that are searched and cited together. */
export class Case extends CaseSchema.class {
  declare version: Opt<number>;
  declare createdAt: Opt<Date>;
  declare updatedAt: Opt<Date>;
}
CaseSchema.setClass(Case);
