import type { AgentsApi } from '../agents/index.ts';
import { defineFeature } from '../feature.ts';
import { ImprimaturServer, scopesOf } from './imprimatur-server.ts';
import { mcpNames } from './mcp.names.ts';
import { mcpMount } from './mcp-mount.ts';
import { METADATA_PATH, metadataMounts } from './resource-metadata.ts';
import { RESOURCES } from './resources.ts';
import { TOOLS } from './tools/index.ts';

/** Model Context Protocol (MCP): tools and resources for agents, which run stored GraphQL operations. */
export const mcp = defineFeature({
  name: 'mcp',
  names: mcpNames,
  compose(platform, _earlier: { agents: AgentsApi }) {
    const { publicUrl } = platform;
    return {
      api: {},
      adapter: {
        operations: [...TOOLS, ...RESOURCES].map(({ operation }) => operation),
        mounts: (operations) => [
          mcpMount({
            platform,
            operations,
            server: new ImprimaturServer(operations, platform.streams.limits.heartbeatMs),
            metadataUrl: `${publicUrl}${METADATA_PATH}`,
          }),
          ...metadataMounts(publicUrl, scopesOf(operations)),
        ],
      },
      startupHints: [{ title: 'MCP', at: 'for agents with a key: docs/mcp.md' }],
    };
  },
});
