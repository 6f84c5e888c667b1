import type { AssetsApi } from '../assets/index.ts';
import { defineFeature } from '../feature.ts';
import { Role } from '../platform/auth/roles.ts';
import { findExpiringKeys } from '../platform/credentials/key.sql.ts';
import { KeyAuthenticator } from '../platform/credentials/key-authenticator.ts';
import { KeyCache } from '../platform/credentials/key-cache.ts';
import { keyViewer } from '../platform/credentials/key-viewer.ts';
import { ExpirationKind, expirationsOf } from '../platform/expirations/expirations.ts';
import { createDemoPartner, demoPartnerHints } from './demo.ts';
import { Partner, PartnerLink } from './partner.entity.ts';
import { CHANGES_TOKENS } from './partner.events.ts';
import { partnerNames } from './partner.names.ts';
import { partner } from './partner.principal.ts';
import { partnerNode, partnerReads } from './partner.reads.ts';
import {
  findPartner,
  findPartnerLink,
  MediaDeskResolver,
  PartnerLinkResolver,
  PartnerResolver,
} from './partner.resolver.ts';
import { partnerRoutes } from './partner.routes.ts';
import { PartnerService } from './partner.service.ts';
import { touchToken } from './partner.sql.ts';
import { partnerLinkKind } from './partner-link.kind.ts';
import { partnerLinkNode, partnerLinkPages } from './partner-link.reads.ts';

const KEYS = { table: 'partner_token', owner: 'partner' };
// For warnings about expiring links: any newer link of the partner counts as the replacement.
const EXPIRING = { ...KEYS, title: 'partner.name', shared: 'partner_id' };

/** Feature: partners, which are organisations that read the image bank through a secret link. */
export const partners = defineFeature({
  name: 'partners',
  names: partnerNames,
  entities: [Partner, PartnerLink],
  tablePrivileges: { partner: ['INSERT', 'UPDATE'], partner_token: ['INSERT', 'UPDATE', 'DELETE'] },
  compose({ config: { dataDir }, database, live, publicUrl }, { assets }: { assets: AssetsApi }) {
    const known = new KeyCache(async (digest) => {
      const found = await touchToken(database, digest);
      return found && partner(found.partnerId, found.tokenId, found.issuers);
    });
    const forget = () => known.forgetAll();
    for (const type of CHANGES_TOKENS) live.observe(type, forget);
    const service = new PartnerService(forget);
    const tokens = new PartnerLinkResolver(service, publicUrl);
    return {
      api: {},
      contributions: {
        expirations: {
          partners: async ({ em }, until) =>
            expirationsOf(ExpirationKind.PARTNER_LINK, await findExpiringKeys(em, EXPIRING, until)),
        },
      },
      resolvers: [tokens, new PartnerResolver(), new MediaDeskResolver(assets.reads)],
      nodes: {
        partner: findPartner,
        partnerLink: findPartnerLink,
      },
      nodeReads: { partner: partnerNode, partnerLink: partnerLinkNode },
      viewers: { PARTNER: keyViewer(KEYS, Role.PARTNER) },
      reads: { ...partnerReads(assets.reads), partnerLinks: partnerLinkPages.compilable },
      routes: partnerRoutes,
      authenticators: [
        new KeyAuthenticator({
          database,
          prefix: partnerLinkKind.prefix,
          table: KEYS.table,
          find: (digest) => known.of(digest),
        }),
      ],
      demo: {
        create: (ctx) => createDemoPartner(ctx, service, dataDir),
        startupHints: () => demoPartnerHints({ dataDir, publicUrl }),
      },
      startupHints: [{ title: 'Media desk', at: 'create a link: bin/imprimatur partner-token NAME' }],
    };
  },
});
