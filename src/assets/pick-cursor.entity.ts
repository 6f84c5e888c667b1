import { defineEntity, p } from '@mikro-orm/core';

const PickCursorSchema = defineEntity({
  name: 'PickCursor',
  properties: {
    // SHA-256 of the campaign and the normalized query. Each combination has its own rotation.
    key: p.string().length(64).primary(),
    position: p.double(),
    picks: p.bigint('number').default(0),
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** Current position of a rotation. Locked during a pick, so that two concurrent picks never get the same turn. */
export class PickCursor extends PickCursorSchema.class {}
PickCursorSchema.setClass(PickCursor);
