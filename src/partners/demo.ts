import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Sight } from '../feature.ts';
import type { Context } from '../platform/context.ts';
import { Problem } from '../platform/graphql/problem.ts';
import { secretFile } from '../platform/secrets.ts';
import { mediaDeskUrl } from './media-desk-url.ts';
import type { PartnerService } from './partner.service.ts';

const PARTNER_NAME = 'Demo partner';
const TOKEN_FILE = 'demo-partner-token';

/** The demo partner's link. Its token is kept beside the other secrets, since the database has only its hash. */
export async function demoPartner(
  ctx: Context,
  partners: PartnerService,
  { dataDir, publicUrl }: { dataDir: string; publicUrl: string },
): Promise<Sight> {
  const file = secretFile(dataDir, TOKEN_FILE);
  if (!existsSync(file)) {
    const issued = await partners.issueToken(ctx, { partnerName: PARTNER_NAME });
    if (issued instanceof Problem) throw new Error(issued.message);
    writeFileSync(file, `${issued.secret}\n`, { mode: 0o600 });
  }
  return { title: 'Media desk', at: mediaDeskUrl(publicUrl, readFileSync(file, 'utf8').trim()) };
}
