import type { ApprovalsApi } from '../../approvals/index.ts';
import type { CustomersApi } from '../../customers/index.ts';
import { externalActionsStep } from '../../gateway/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PublishingApi } from '../publishing-api.ts';
import { ExternalActionResolver } from './external-action.resolver.ts';
import { ExternalActionFiling } from './external-action-filing.ts';
import { externalActionMetrics } from './external-action-metrics.ts';
import { ExternalToolResolver } from './external-tool.resolver.ts';
import { ExternalToolService } from './external-tool.service.ts';
import { ExternalToolMarks } from './external-tool-marks.ts';

export { ExternalTool } from './external-tool.entity.ts';
export { externalToolReads } from './external-tool.reads.ts';

interface ExternalActionsDependencies {
  approvals: ApprovalsApi;
  customers: Pick<CustomersApi, 'exists'>;
}

/** Creates the parts of external actions: the marks of tools and the filing of their calls. */
export function composeExternalActions(
  { database, live }: Pick<Platform, 'database' | 'live'>,
  { approvals, customers }: ExternalActionsDependencies,
  publishing: PublishingApi,
) {
  const marks = new ExternalToolMarks(database);
  live.observe('outward-tools.changed', () => marks.forget());
  const filing = new ExternalActionFiling({ marks, publishing, approvals });
  const service = new ExternalToolService(customers, () => marks.forget());
  return {
    resolvers: [new ExternalToolResolver(service), new ExternalActionResolver(publishing)],
    /** Step of the gateway that files calls of marked tools for approval instead of passing them on. */
    step: externalActionsStep(filing),
    metrics: externalActionMetrics(marks, filing),
    find: (ctx: Context, id: string) => service.find(ctx, id),
  };
}
