import type { ChainApi } from '../chain/index.ts';
import { defineFeature } from '../feature.ts';
import { deleting } from '../platform/upkeep/upkeep.ts';
import type { SettingsApi } from '../settings/index.ts';
import { auditMetrics } from './audit.metrics.ts';
import { auditNames } from './audit.names.ts';
import { auditReads } from './audit.reads.ts';
import { AuditResolver } from './audit.resolver.ts';
import { keepAuditMonths, keepNetworkDays, keepValuesDays } from './audit.settings.ts';
import { findAuditEntry } from './audit-entry.finder.ts';
import { eraseMember } from './audit-erasure.ts';
import { auditExportMount } from './audit-export.ts';
import { auditRecords } from './audit-record.ts';
import { deleteOldEntries } from './audit-retention.ts';

interface AuditDependencies {
  chain: ChainApi;
  settings: SettingsApi;
}

/** Feature that reads, exports and checks the audit trail. `platform/audit` writes it. */
export const audit = defineFeature({
  name: 'audit',
  names: auditNames,
  settings: [keepAuditMonths, keepNetworkDays, keepValuesDays],
  compose(platform, { chain, settings }: AuditDependencies) {
    return {
      api: {},
      contributions: { chainedKinds: { [auditRecords.kind]: auditRecords } },
      resolvers: [new AuditResolver()],
      nodes: { auditEntry: findAuditEntry },
      reads: auditReads,
      mounts: [auditExportMount(platform, chain)],
      metrics: auditMetrics(platform.audited),
      upkeep: {
        'expired networks in the audit trail': deleting(async (ctx) =>
          eraseMember(ctx, chain, 'network', await settings.value(keepNetworkDays)),
        ),
        'expired values in the audit trail': deleting(async (ctx) =>
          eraseMember(ctx, chain, 'changes', await settings.value(keepValuesDays)),
        ),
        'expired audit entries': deleting(async (ctx) =>
          deleteOldEntries(ctx, chain, await settings.value(keepAuditMonths)),
        ),
      },
    };
  },
});
