import type { KeyKind } from '../platform/credentials/key-kind.ts';
import { publish } from '../platform/events/outbox.ts';
import { Partner, PartnerLink } from './partner.entity.ts';
import { TOKEN_LIFETIME } from './partner.inputs.ts';
import { PartnerConflict } from './partner.problems.ts';

/** Maximum number of valid links of one partner. */
const MAX_LINKS = 100;

/**
 * Links of partners as a kind of API keys. They have no scopes, because a partner has only one permission: to read the media
 * desk.
 */
export const partnerLinkKind: KeyKind<PartnerLink, Partner, PartnerConflict> = {
  idKind: 'partnerLink',
  prefix: 'imgp_',
  entity: PartnerLink,
  ownerEntity: Partner,
  owner: 'partner',
  lifetime: TOKEN_LIFETIME,
  most: MAX_LINKS,
  passedOn: [],
  words: { owner: 'A partner', key: 'link' },
  conflict: (message) => new PartnerConflict(message),
  events: {
    issued: (ctx, partnerId, partnerLinkId) => publish(ctx, 'partners.token-issued', { partnerId, partnerLinkId }),
    rotated: (ctx, partnerId, partnerLinkId, newPartnerLinkId) =>
      publish(ctx, 'partners.token-rotated', { partnerId, partnerLinkId, newPartnerLinkId }),
    revoked: (ctx, partnerId, partnerLinkId) => publish(ctx, 'partners.token-revoked', { partnerId, partnerLinkId }),
  },
};
