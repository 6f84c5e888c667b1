import { defineEntity, type Opt, p } from '@mikro-orm/core';

const CaseMemberSchema = defineEntity({
  name: 'CaseMember',
  properties: {
    caseId: p.string().primary(),
    // Actor, such as `operator:opr_…` or `agent:agt_…`.
    member: p.string().primary(),
    addedBy: p.string(),
    addedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  indexes: [{ properties: ['member', 'caseId'] }],
});

/** A person or agent who may read a case. The customer of the case needs no row. */
export class CaseMember extends CaseMemberSchema.class {
  declare addedAt: Opt<Date>;
}
CaseMemberSchema.setClass(CaseMember);
