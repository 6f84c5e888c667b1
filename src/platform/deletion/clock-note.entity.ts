import { defineEntity, p } from '@mikro-orm/core';

/** Reason for a hold of deletion. Stored values; they never change. */
export const HoldReason = { START: 'START', LEAP: 'LEAP' } as const;
export type HoldReason = (typeof HoldReason)[keyof typeof HoldReason];

const ClockNoteSchema = defineEntity({
  name: 'ClockNote',
  properties: {
    // Always 1: the database has one row.
    id: p.smallint().primary().autoincrement(false),
    // By the database's clock.
    notedAt: p.datetime(3),
    // By the clock of the writing process.
    processNotedAt: p.datetime(3),
    // By the clock that is in doubt.
    heldSince: p.datetime(3).nullable(),
    heldReason: p.string().length(16).$type<HoldReason>().nullable(),
    // Last time recorded before the hold.
    heldAfter: p.datetime(3).nullable(),
  },
});

/** Time when the service last ran on this database, and the hold of deletion if a clock isn't trusted. */
export class ClockNote extends ClockNoteSchema.class {}
ClockNoteSchema.setClass(ClockNote);
