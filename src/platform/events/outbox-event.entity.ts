import { defineEntity, p } from '@mikro-orm/core';

const OutboxEventSchema = defineEntity({
  name: 'OutboxEvent',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    type: p.string(),
    payload: p.json<Record<string, unknown>>(),
    // Whose work the fact came of: what listeners do because of it is done for that one. Not known of the oldest.
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

/** A fact that other features have to hear of, written in the transaction that made it one. */
export class OutboxEvent extends OutboxEventSchema.class {}
OutboxEventSchema.setClass(OutboxEvent);
