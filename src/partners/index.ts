import type { AssetsApi } from '../assets/index.ts';
import { defineFeature } from '../feature.ts';
import { demoPartner } from './demo.ts';
import { Partner, PartnerToken } from './partner.entity.ts';
import { partnerNames } from './partner.names.ts';
import { partnerReads } from './partner.reads.ts';
import { MediaDeskResolver, PartnerTokenResolver } from './partner.resolver.ts';
import { partnerRoutes } from './partner.routes.ts';
import { PartnerService } from './partner.service.ts';
import { PartnerAuthenticator } from './partner-authenticator.ts';

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
      resolvers: [tokens, new MediaDeskResolver(assets.reads)],
      nodes: {
        partner: (ctx, id) => tokens.findPartner(ctx, id),
        partnerToken: (ctx, id) => tokens.find(ctx, id),
      },
      reads: partnerReads(assets.reads),
      routes: partnerRoutes,
      authenticators: [new PartnerAuthenticator(database)],
      demo: async (ctx) => [await demoPartner(ctx, service, { dataDir, publicUrl })],
      sights: [{ title: 'Media desk', at: 'issue a link: bin/imprimatur partner-token NAME' }],
    };
  },
});
