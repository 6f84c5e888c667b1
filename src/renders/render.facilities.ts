import type { Facility } from '../platform/health/facility.ts';

/** What draws where no model does. */
export const renderFacilities: readonly Facility[] = [
  {
    name: 'engine',
    group: 'MODELS',
    title: 'The engine of this service',
    connection: 'renderer',
    description: 'Draws pictures from a brief without any model, and says what it could not draw.',
    look: () => ({ state: 'ON', detail: 'It needs no key, and costs nothing.', remedy: null }),
  },
];
