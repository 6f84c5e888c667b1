import { defineEntity, p } from '@mikro-orm/core';

const AnnouncedExpirationSchema = defineEntity({
  name: 'AnnouncedExpiration',
  tableName: 'announced_ending',
  properties: {
    // Id of the key, token or link that expires, or name of the deployment.
    subjectId: p.string().primary(),
    endsAt: p.datetime(3).index(),
    // Days before the expiration of the last announcement: 30, 7 or 1.
    daysBefore: p.smallint(),
  },
});

/** The last announcement of each expiration. */
export class AnnouncedExpiration extends AnnouncedExpirationSchema.class {}
AnnouncedExpirationSchema.setClass(AnnouncedExpiration);
