import type { DocsTag } from '../platform/http/method-docs.ts';

export const SEALS_TAG: DocsTag = {
  name: 'Seals',
  description: 'Signed statements about exact bytes, and what a stranger needs to check them without us.',
};

/** The seal of the examples. */
export const SEAL_ID_EXAMPLE = 'seal_01m818k6hhebj8d35bpnezf4bp';
