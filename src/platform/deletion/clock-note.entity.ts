import { defineEntity, p } from '@mikro-orm/core';

/** Reason why deletion is held (stopped). Stored values; they never change. */
export const HoldReason = { START: 'START', LEAP: 'LEAP' } as const;
export type HoldReason = (typeof HoldReason)[keyof typeof HoldReason];

const ClockNoteSchema = defineEntity({
  name: 'ClockNote',
  properties: {
    // Always 1: the table has one row.
    id: p.smallint().primary().autoincrement(false),
    // Time when the service last ran, by the database's clock.
    notedAt: p.datetime(3),
    // Time when the service last ran, by the clock of the process that wrote it.
    processNotedAt: p.datetime(3),
    // Time when the hold of deletion began, by the clock that may be wrong. Null if deletion isn't held.
    heldSince: p.datetime(3).nullable(),
    heldReason: p.string().length(16).$type<HoldReason>().nullable(),
    // Last time recorded before the hold of deletion. Null if deletion isn't held.
    heldAfter: p.datetime(3).nullable(),
  },
});

/** Time when the service last ran on this database, and the hold of deletion, which is set if a clock may be wrong. */
export class ClockNote extends ClockNoteSchema.class {}
ClockNoteSchema.setClass(ClockNote);
