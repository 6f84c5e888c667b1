import type { ServiceCapability } from '../platform/health/capability.ts';

/** Service capability: the embedded engine draws pictures. */
export const renderCapabilities: readonly ServiceCapability[] = [
  {
    name: 'engine',
    group: 'MODELS',
    title: 'Embedded image engine',
    connection: 'renderer',
    description: 'Draws pictures from a brief without a model, and reports words that it could not draw.',
    check: () => ({ state: 'ON', detail: 'The embedded engine needs no key and costs nothing.', remedy: null }),
  },
];
