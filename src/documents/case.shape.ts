import type { z } from 'zod';
import type { CaseFieldsFragment } from '../rest/generated/graphql.ts';
import { CaseFields } from '../rest/generated/shapes.ts';

/** Response body of a case in REST: the GraphQL fragment. */
export const CaseShape = CaseFields.meta({ id: 'Case' });

export function caseBody({ members, ...sameAsInGraph }: CaseFieldsFragment): z.input<typeof CaseShape> {
  return { ...sameAsInGraph, members: [...members] };
}

/** Case used in the examples of the API documentation. */
export const CASE_EXAMPLE = {
  id: 'cas_01m818k5q9er0az63q2g08xk2r',
  customerId: 'cus_00000000000000000000000001',
  name: 'Smith v Jones',
  dataClass: 'HOSTED',
  retentionMonths: 24,
  canRead: true,
  documentCount: 1,
  byteCount: 26,
  version: 1,
  members: [
    {
      member: 'operator:op_01m818k3xne7cr4w9e6scbkb5d',
      addedBy: 'operator:admin-token',
      addedAt: '2026-11-22T09:15:01.213Z',
    },
  ],
  createdBy: 'operator:admin-token',
  createdAt: '2026-11-22T09:15:01.213Z',
  updatedAt: '2026-11-22T09:15:01.213Z',
  erasedAt: null,
} satisfies z.input<typeof CaseShape>;
