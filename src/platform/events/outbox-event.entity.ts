import { defineEntity, p } from '@mikro-orm/core';

const OutboxEventSchema = defineEntity({
  name: 'OutboxEvent',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    type: p.string(),
    payload: p.json<Record<string, unknown>>(),
    // Owner of the work that caused the event. Listeners act on the owner's behalf. Null if the event has no owner.
    owner: p.string().nullable(),
    occurredAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    dispatchedAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'outbox_event_waiting_index',
      expression: 'create index "outbox_event_waiting_index" on "outbox_event" ("id") where "dispatched_at" is null',
    },
  ],
});

/** An event for other features, written in the transaction that caused it. */
export class OutboxEvent extends OutboxEventSchema.class {}
OutboxEventSchema.setClass(OutboxEvent);
