import { defineEntity, p } from '@mikro-orm/core';

const AnnouncedExpirationSchema = defineEntity({
  name: 'AnnouncedExpiration',
  tableName: 'announced_ending',
  properties: {
    // Id of the key, token or link that expires, name of the deployment whose price expires, or digest of the certificate.
    subjectId: p.string().primary(),
    endsAt: p.datetime(3).index(),
    // Number of days before the expiration at which the last announcement was due: 30, 7 or 1.
    daysBefore: p.smallint(),
  },
});

/** The last announcement of each expiration. */
export class AnnouncedExpiration extends AnnouncedExpirationSchema.class {}
AnnouncedExpirationSchema.setClass(AnnouncedExpiration);
