import { defineEntity, p } from '@mikro-orm/core';
import { newId } from '../../platform/ids.ts';
import type { RoutingPolicyDraft } from './policy.ts';

const RoutingPolicyRowSchema = defineEntity({
  name: 'RoutingPolicyRow',
  tableName: 'routing_policy',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('routingPolicy')),
    number: p.integer().unique(),
    document: p.json<RoutingPolicyDraft>(),
    sha256: p.character().length(64),
    // The newest when it was published: what it was checked against.
    catalogueVersion: p.integer(),
    reason: p.text(),
    publishedBy: p.string(),
    publishedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** A version of the policy. Insert-only. */
export class RoutingPolicyRow extends RoutingPolicyRowSchema.class {}
RoutingPolicyRowSchema.setClass(RoutingPolicyRow);
