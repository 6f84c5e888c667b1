import { defineNames } from '../platform/names.ts';

export const mcpNames = defineNames({
  permissions: {
    'mcp:use': { title: 'Use the tools of the Model Context Protocol', roles: ['AGENT'] },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    mcp: typeof mcpNames;
  }
}
