import type { CaseByIdQuery } from '../../../web/generated/documents/graphql.ts';

/** A case with all fields that its screens show. */
export type Case = NonNullable<CaseByIdQuery['case']>;
