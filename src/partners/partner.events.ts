declare module '../platform/events/outbox.ts' {
  interface Events {
    'partners.token-issued': { partnerId: string; partnerLinkId: string };
    /** A link was rotated: a new link was issued, and the old one expires when the overlap ends. */
    'partners.token-rotated': { partnerId: string; partnerLinkId: string; newPartnerLinkId: string };
    'partners.token-revoked': { partnerId: string; partnerLinkId: string };
  }
}

/** Events after which processes drop their cached links. */
export const CHANGES_TOKENS = ['partners.token-rotated', 'partners.token-revoked'] as const;
