import { defineEntity, type Opt, p } from '@mikro-orm/core';

const RedactionNamesSchema = defineEntity({
  name: 'RedactionNames',
  properties: {
    customerId: p.string().primary(),
    // Encrypted JSON array of names. It can only be decrypted together with the customer's id.
    names: p.blob(),
    nameCount: p.integer(),
    updatedBy: p.string(),
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** Names that are redacted in a customer's texts. They are personal data: stored encrypted, and never logged. */
export class RedactionNames extends RedactionNamesSchema.class {
  declare updatedAt: Opt<Date>;
}
RedactionNamesSchema.setClass(RedactionNames);
