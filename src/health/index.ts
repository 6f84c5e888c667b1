import { defineFeature } from '../feature.ts';
import { internal } from '../platform/auth/principal.ts';
import { Context } from '../platform/context.ts';
import { deleteOldAnnouncements } from '../platform/expirations/announced-expiration.sql.ts';
import {
  announceExpirations,
  ExpirationKind,
  expirationSentence,
  type UpcomingExpiration,
  upcomingExpirations,
} from '../platform/expirations/expirations.ts';
import type { Platform } from '../platform/platform.ts';
import { deleting, unaudited } from '../platform/upkeep/upkeep.ts';
import { CapabilityReportsResolver } from './capabilities.resolver.ts';
import { Capabilities } from './capabilities.ts';
import { DeletionHoldResolver } from './deletion-hold.resolver.ts';
import { expirationMetrics } from './expirations.metrics.ts';
import { expirationAnnounced } from './expirations.published.ts';
import { ExpirationsResolver } from './expirations.resolver.ts';
import { healthMounts } from './health.mounts.ts';
import { healthNames } from './health.names.ts';
import { HealthResolver } from './health.resolver.ts';
import { healthRoutes } from './health.routes.ts';
import { Health } from './health.ts';

/** Feature for the health report, capabilities and expiry dates. */
export const health = defineFeature({
  name: 'health',
  names: healthNames,
  compose(platform) {
    const report = new Health(() => platform.probes, platform.clock, platform.logger);
    const capabilities = new Capabilities(() => platform.capabilities, report);
    return {
      api: {},
      resolvers: [
        new HealthResolver(report),
        new CapabilityReportsResolver(capabilities),
        new DeletionHoldResolver(),
        new ExpirationsResolver(platform.contributed),
      ],
      routes: healthRoutes,
      published: [expirationAnnounced],
      metrics: expirationMetrics(platform.contributed),
      probes: [
        {
          name: 'endings',
          required: false,
          isKnown: () => platform.database.hasConnection,
          isLoggedElsewhere: true,
          probe: endingsProbe(platform),
        },
      ],
      upkeep: {
        'upcoming expirations': unaudited('The outbox keeps the event.', (ctx) =>
          announceExpirations(ctx, platform.contributed),
        ),
        'old expiration announcements': deleting(
          unaudited('The notes are internal to the service.', ({ em }) => deleteOldAnnouncements(em, KEPT_DAYS)),
        ),
      },
      mounts: healthMounts(report, platform.availability),
    };
  },
});

/** Days for which the service remembers that it announced an expiry. */
const KEPT_DAYS = 90;
const OF_THE_SERVICE: ReadonlySet<ExpirationKind> = new Set([ExpirationKind.PRICE, ExpirationKind.CERTIFICATE]);

/** Interval for reading expiry dates. Health is polled every few seconds, and expiry dates change rarely. */
const LOOK_EVERY_MS = 60_000;

/**
 * Probe that fails from 30 days before a price or a certificate expires. For other items it fails from one day before, since
 * among many keys one always expires within a month.
 */
function endingsProbe(platform: Platform): () => Promise<void> {
  let next: UpcomingExpiration | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - lookedAt >= LOOK_EVERY_MS) {
      const signal = new AbortController().signal;
      const ctx = new Context(platform, { principal: internal('health'), requestId: 'health', signal });
      const near = await upcomingExpirations(ctx, platform.contributed);
      next = near.find(({ kind, daysBefore }) => OF_THE_SERVICE.has(kind) || daysBefore <= 1);
      lookedAt = performance.now();
    }
    if (next) throw Object.assign(new Error(expirationSentence(next)), { stack: '' });
  };
}
