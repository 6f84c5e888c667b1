import { defineFeature } from '../feature.ts';
import { ExplainRouteDocument, SanctuaryFactsDocument } from '../rest/generated/graphql.ts';
import { SANCTUARY_PATH } from './html.ts';
import { sanctuaryMounts } from './sanctuary-mounts.ts';

/**
 * Feature: the developer sanctuary, a page for developers who evaluate the service. Its data comes from stored GraphQL operations
 * that are executed as an anonymous caller.
 */
export const sanctuary = defineFeature({
  name: 'sanctuary',
  compose(platform) {
    return {
      api: {},
      adapter: {
        operations: [SanctuaryFactsDocument, ExplainRouteDocument],
        mounts: (operations) => sanctuaryMounts(platform, operations),
      },
      startupHints: [{ title: 'Developer sanctuary', at: `${platform.publicUrl}${SANCTUARY_PATH}` }],
    };
  },
});
