import type { KeyKind } from '../platform/credentials/key-kind.ts';
import { publish } from '../platform/events/outbox.ts';
import { Partner, PartnerToken } from './partner.entity.ts';
import { TOKEN_LIFETIME } from './partner.inputs.ts';
import { PartnerConflict } from './partner.problems.ts';

/** Working links of one partner. */
const MAX_LINKS = 100;

/** Links of partners. They have no scopes: a partner has one permission, to read the media desk. */
export const partnerTokenKind: KeyKind<PartnerToken, Partner, PartnerConflict> = {
  idKind: 'partnerToken',
  prefix: 'imgp_',
  entity: PartnerToken,
  ownerEntity: Partner,
  owner: 'partner',
  lifetime: TOKEN_LIFETIME,
  most: MAX_LINKS,
  passedOn: [],
  words: { owner: 'A partner', key: 'link' },
  conflict: (message) => new PartnerConflict(message),
  events: {
    issued: (ctx, partnerId, partnerTokenId) => publish(ctx, 'partners.token-issued', { partnerId, partnerTokenId }),
    rotated: (ctx, partnerId, partnerTokenId, newPartnerTokenId) =>
      publish(ctx, 'partners.token-rotated', { partnerId, partnerTokenId, newPartnerTokenId }),
    revoked: (ctx, partnerId, partnerTokenId) => publish(ctx, 'partners.token-revoked', { partnerId, partnerTokenId }),
  },
};
