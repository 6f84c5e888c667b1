import type { DocsTag } from '../platform/http/method-docs.ts';

export const SEALS_TAG: DocsTag = {
  name: 'Seals',
  description:
    'Signed statements about exact bytes, with the files that anyone needs to verify them without this service.',
};

/** Seal id used in examples. */
export const SEAL_ID_EXAMPLE = 'seal_01m818k6hhebj8d35bpnezf4bp';
