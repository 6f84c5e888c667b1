import type { Capability } from '../platform/health/capability.ts';

/** What draws where no model does. */
export const renderCapabilities: readonly Capability[] = [
  {
    name: 'engine',
    group: 'MODELS',
    title: 'The engine of this service',
    connection: 'renderer',
    description: 'Draws pictures from a brief without any model, and says what it could not draw.',
    check: () => ({ state: 'ON', detail: 'It needs no key, and costs nothing.', remedy: null }),
  },
];
