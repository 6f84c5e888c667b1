import { defineEntity, p } from '@mikro-orm/core';
import { ApprovalState } from '../approval.states.ts';

export const BaselineKind = { REQUEST: 'REQUEST', DECISION: 'DECISION' } as const;
export type BaselineKind = keyof typeof BaselineKind;

const BaselineRecordSchema = defineEntity({
  name: 'BaselineRecord',
  properties: {
    kind: p
      .enum(() => BaselineKind)
      .$type<BaselineKind>()
      .primary(),
    id: p.string().primary(),
    // SHA-256 of the terms of a request, or of the document of a decision.
    digest: p.string().length(64),
    // State of a request at the baseline. Null for decisions.
    state: p
      .enum(() => ApprovalState)
      .$type<ApprovalState>()
      .nullable(),
    // Signature of the other columns by a decision key.
    signature: p.blob(),
    keyId: p.string().length(64),
  },
});

/** A request for approval or a decision from before these were signed. Insert-only. */
export class BaselineRecord extends BaselineRecordSchema.class {}
BaselineRecordSchema.setClass(BaselineRecord);

const EvidenceBaselineSchema = defineEntity({
  name: 'EvidenceBaseline',
  properties: {
    id: p.string().primary(),
    // The exact bytes that are signed, as text.
    statement: p.text(),
    signature: p.blob(),
    keyId: p.string().length(64),
    log: p.smallint(),
    logIndex: p.bigint('number'),
    loggedAt: p.datetime(3),
  },
  uniques: [{ properties: ['log', 'logIndex'] }],
});

/** Signed statement about all baseline records, with its position in the transparency log. Insert-only. */
export class EvidenceBaseline extends EvidenceBaselineSchema.class {}
EvidenceBaselineSchema.setClass(EvidenceBaseline);
