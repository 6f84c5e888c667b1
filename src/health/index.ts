import { defineFeature } from '../feature.ts';
import { DeletionHoldResolver } from './deletion-hold.resolver.ts';
import { FacilitiesResolver } from './facilities.resolver.ts';
import { Facilities } from './facilities.ts';
import { healthMounts } from './health.mounts.ts';
import { healthNames } from './health.names.ts';
import { HealthResolver } from './health.resolver.ts';
import { healthRoutes } from './health.routes.ts';
import { Health } from './health.ts';

/** What works and what does not, and what is there to work at all. */
export const health = defineFeature({
  name: 'health',
  names: healthNames,
  compose(platform) {
    const report = new Health(() => platform.probes, platform.clock, platform.logger);
    const facilities = new Facilities(() => platform.facilities, report);
    return {
      api: {},
      resolvers: [new HealthResolver(report), new FacilitiesResolver(facilities), new DeletionHoldResolver()],
      routes: healthRoutes,
      mounts: healthMounts(report, platform.availability),
    };
  },
});
