import { defineEntity, p } from '@mikro-orm/core';

const AnnouncedEndingSchema = defineEntity({
  name: 'AnnouncedEnding',
  properties: {
    // What ends: the id of a key, or the name of a deployment.
    subjectId: p.string().primary(),
    endsAt: p.datetime(3).index(),
    // The last announcement: 30, 7 or 1.
    daysBefore: p.smallint(),
  },
});

/** Remembers which announcement of an ending was the last. */
export class AnnouncedEnding extends AnnouncedEndingSchema.class {}
AnnouncedEndingSchema.setClass(AnnouncedEnding);
