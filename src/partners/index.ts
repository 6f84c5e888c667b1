import type { AssetsApi } from '../assets/index.ts';
import { defineFeature } from '../feature.ts';
import { EndingKind, endingsOf } from '../platform/endings/endings.ts';
import { createDemoPartner, demoPartnerSights } from './demo.ts';
import { Partner, PartnerToken } from './partner.entity.ts';
import { partnerNames } from './partner.names.ts';
import { partnerNode, partnerReads } from './partner.reads.ts';
import {
  findPartner,
  findPartnerToken,
  MediaDeskResolver,
  PartnerResolver,
  PartnerTokenResolver,
} from './partner.resolver.ts';
import { partnerRoutes } from './partner.routes.ts';
import { PartnerService } from './partner.service.ts';
import { findExpiringLinks } from './partner.sql.ts';
import { PartnerAuthenticator } from './partner-authenticator.ts';
import { partnerLinkPages, partnerTokenNode } from './partner-token.reads.ts';
import { partnerViewer } from './partner-viewer.ts';

/** Who reads the bank through a link. */
export const partners = defineFeature({
  name: 'partners',
  names: partnerNames,
  entities: [Partner, PartnerToken],
  compose({ config: { dataDir }, database, publicUrl }, { assets }: { assets: AssetsApi }) {
    const service = new PartnerService();
    const tokens = new PartnerTokenResolver(service, publicUrl);
    return {
      api: {},
      contributions: {
        endings: {
          partners: async ({ em }, until) => endingsOf(EndingKind.PARTNER_LINK, await findExpiringLinks(em, until)),
        },
      },
      resolvers: [tokens, new PartnerResolver(), new MediaDeskResolver(assets.reads)],
      nodes: {
        partner: findPartner,
        partnerToken: findPartnerToken,
      },
      nodeReads: { partner: partnerNode, partnerToken: partnerTokenNode },
      viewers: { PARTNER: partnerViewer },
      reads: { ...partnerReads(assets.reads), partnerLinks: partnerLinkPages.compilable },
      routes: partnerRoutes,
      authenticators: [new PartnerAuthenticator(database)],
      demo: {
        create: (ctx) => createDemoPartner(ctx, service, dataDir),
        sights: () => demoPartnerSights({ dataDir, publicUrl }),
      },
      sights: [{ title: 'Media desk', at: 'create a link: bin/imprimatur partner-token NAME' }],
    };
  },
});
