export { Partner, PartnerToken } from './partner.entity.ts';
export { partnerReads } from './partner.reads.ts';
export { MediaDeskResolver, mediaDeskUrl, PartnerTokenResolver } from './partner.resolver.ts';
export { PartnerService } from './partner.service.ts';
export { PartnerAuthenticator } from './partner-authenticator.ts';
