import type { ChainApi } from '../chain/index.ts';
import { defineFeature } from '../feature.ts';
import { auditNames } from './audit.names.ts';
import { auditRecords } from './audit-record.ts';

interface Earlier {
  chain: ChainApi;
}

/** What every principal has done or tried, to be read, taken away and checked. It is written by `platform/audit`. */
export const audit = defineFeature({
  name: 'audit',
  names: auditNames,
  compose(_platform, { chain }: Earlier) {
    chain.register(auditRecords);
    return { api: {} };
  },
});
