import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import type { Permission } from '../platform/registry.ts';

/** Permitted use of the customer’s cases by one of its keys. */
export const CaseAccess = { NONE: 'NONE', READ: 'READ', WRITE: 'WRITE' } as const;
export type CaseAccess = (typeof CaseAccess)[keyof typeof CaseAccess];

describeEnum(CaseAccess, 'CaseAccess', 'Permitted use of the customer’s cases by one of its keys.', {
  NONE: 'The key can’t see that any case exists.',
  READ: 'The key can read and search all cases of the customer.',
  WRITE: 'The key can also create cases, upload documents, erase them, and choose members.',
});

/** Permissions that a customer key has only with access to cases. */
const OF_READERS: readonly Permission[] = ['cases:read'];
const OF_WRITERS: readonly Permission[] = [
  'cases:write',
  'cases:erase',
  'cases:members',
  'documents:add',
  'requests:files',
];

/** Removes those permissions that a key with this access to cases doesn't have. */
export function withinCaseAccess(permissions: ReadonlySet<Permission>, access: CaseAccess): ReadonlySet<Permission> {
  const lacking = [
    ...(access === CaseAccess.NONE ? OF_READERS : []),
    ...(access === CaseAccess.WRITE ? [] : OF_WRITERS),
  ];
  return new Set([...permissions].filter((permission) => !lacking.includes(permission)));
}
