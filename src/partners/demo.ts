import type { StartupHint } from '../feature.ts';
import type { Context } from '../platform/context.ts';
import { digestOf, foundSecret, replaceSecret } from '../platform/encryption/secrets.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { mediaDeskUrl } from './media-desk-url.ts';
import { Partner, PartnerLink } from './partner.entity.ts';
import type { PartnerService } from './partner.service.ts';

const PARTNER_NAME = 'Demo partner';
const TOKEN_FILE = 'demo-partner-token';

/**
 * Creates the demo partner and a link, unless they were created before. The token in the link is stored with the other secrets of
 * the data directory, because the database only has its hash.
 */
export async function createDemoPartner(ctx: Context, partners: PartnerService, dataDir: string): Promise<void> {
  await ctx.transactional(async (inner) => {
    if (await wasCreated(inner, dataDir)) return;
    const issued = await partners.issueToken(inner, { partnerName: PARTNER_NAME });
    if (issued instanceof Problem) throw new Error(issued.message);
    // The file is written before the transaction commits: if the commit fails, the next start replaces the file. In the other
    // order a crash could lose the token.
    await replaceSecret(dataDir, TOKEN_FILE, issued.token);
  });
}

/** Hint in the start-up output: the media desk of the demo partner, if this process has the token. */
export function demoPartnerHints({
  dataDir,
  publicUrl,
}: {
  dataDir: string;
  publicUrl: string;
}): readonly StartupHint[] {
  const token = foundSecret(dataDir, TOKEN_FILE);
  return token === null ? [] : [{ title: 'Media desk', at: mediaDeskUrl(publicUrl, token) }];
}

/** True if the demo partner was ever created, even if it was renamed or the file with the token was deleted. */
async function wasCreated({ em }: Context, dataDir: string): Promise<boolean> {
  if (await em.findOne(Partner, { name: PARTNER_NAME })) return true;
  const token = foundSecret(dataDir, TOKEN_FILE);
  return token !== null && (await em.findOne(PartnerLink, { tokenHash: digestOf(token) })) !== null;
}
