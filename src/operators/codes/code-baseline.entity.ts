import { defineEntity, p } from '@mikro-orm/core';

const CodeBaselineSchema = defineEntity({
  name: 'CodeBaseline',
  tableName: 'operator_code_baseline',
  properties: {
    // Key of the table’s only row.
    name: p.string().length(16).primary(),
    recordedAt: p.datetime(3),
    authenticationCode: p.blob(),
  },
});

/** Record that all earlier operators, sessions, links, invitations and tokens have got their authentication codes. */
export class CodeBaseline extends CodeBaselineSchema.class {}
CodeBaselineSchema.setClass(CodeBaseline);
