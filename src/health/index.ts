import { defineFeature } from '../feature.ts';
import { healthMounts } from './health.mounts.ts';
import { HealthResolver } from './health.resolver.ts';
import { healthRoutes } from './health.routes.ts';
import { Health } from './health.ts';

/** What works and what does not. */
export const health = defineFeature({
  name: 'health',
  compose(platform) {
    const report = new Health(() => platform.probes, platform.clock, platform.logger);
    return {
      api: {},
      resolvers: [new HealthResolver(report)],
      routes: healthRoutes,
      mounts: healthMounts(report, platform.availability),
    };
  },
});
