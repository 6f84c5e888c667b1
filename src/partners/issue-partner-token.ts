import type { CommandEnvironment } from '../platform/command-line/command.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { mediaDeskUrl } from './media-desk-url.ts';
import { PartnerService } from './partner.service.ts';

/** Issues a link for a partner from the command line. */
export function issuePartnerLink(
  shell: CommandEnvironment,
  partnerName: string,
  lifetimeDays: number | null,
): Promise<void> {
  return shell.withDatabase(async (ctx) => {
    const issued = await new PartnerService().issueToken(ctx, { partnerName, lifetimeDays });
    if (issued instanceof Problem) throw new Error(issued.message);
    process.stdout.write(`${mediaDeskUrl(shell.serviceUrl, issued.token)}\n`);
  });
}
