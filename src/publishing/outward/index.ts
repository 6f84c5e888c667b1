import type { ApprovalsApi } from '../../approvals/index.ts';
import type { CustomersApi } from '../../customers/index.ts';
import { outwardStep } from '../../gateway/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PublishingApi } from '../publishing-api.ts';
import { OutwardCallResolver } from './outward-call.resolver.ts';
import { OutwardFiling } from './outward-filing.ts';
import { OutwardMarks } from './outward-marks.ts';
import { outwardMetrics } from './outward-metrics.ts';
import { OutwardToolResolver } from './outward-tool.resolver.ts';
import { OutwardToolService } from './outward-tool.service.ts';

export { OutwardTool } from './outward-tool.entity.ts';
export { outwardToolReads } from './outward-tool.reads.ts';

interface Earlier {
  approvals: ApprovalsApi;
  customers: Pick<CustomersApi, 'exists'>;
}

/** The room of the tools that write outside. */
export function composeOutwardTools(
  { database, live }: Pick<Platform, 'database' | 'live'>,
  { approvals, customers }: Earlier,
  publishing: PublishingApi,
) {
  const marks = new OutwardMarks(database);
  live.hear('outward-tools.changed', () => marks.forget());
  const filing = new OutwardFiling({ marks, publishing, approvals });
  const service = new OutwardToolService(customers, () => marks.forget());
  return {
    resolvers: [new OutwardToolResolver(service), new OutwardCallResolver(publishing)],
    /** Files calls of external tools instead of handing them on. */
    step: outwardStep(filing),
    metrics: outwardMetrics(marks, filing),
    find: (ctx: Context, id: string) => service.find(ctx, id),
  };
}
