import { registerNames } from '../platform/registry.ts';

export const mcpNames = registerNames({
  permissions: {
    'mcp:use': { title: 'Use tools over MCP', roles: ['AGENT'] },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    mcp: typeof mcpNames;
  }
}
