import { mediaDeskUrl, PartnerService } from '../partners/index.ts';
import { systemClock } from '../platform/clock.ts';
import { Problem } from '../platform/graphql/problem.ts';
import { withDatabase } from './with-database.ts';

/** Issues a partner's link from the shell, beside a running service or without one. */
export function issuePartnerToken(partnerName: string, lifetimeDays: number | null): Promise<void> {
  return withDatabase(async (orm, config) => {
    const issued = await new PartnerService(systemClock).issueToken(orm.em.fork(), {
      partnerName,
      lifetimeDays,
      createdBy: 'shell',
    });
    if (issued instanceof Problem) throw new Error(issued.message);
    process.stdout.write(`${mediaDeskUrl(config.publicUrl ?? 'http://127.0.0.1:4000', issued.secret)}\n`);
  });
}
