import { Choices } from '../../web/kit/choices.tsx';
import { enumLabel } from '../../web/kit/values.tsx';
import type { Operator } from './operator.ts';

export type RoleName = Operator['roles'][number];

export const ROLES = ['ADMIN', 'EDITOR', 'APPROVER', 'AUDITOR'] as const satisfies readonly RoleName[];

/** What each is there for. */
export const ROLE_HINTS: Readonly<Record<RoleName, string>> = {
  ADMIN: 'may do everything, and says who else may do what',
  EDITOR: 'works with pictures, seals and tasks',
  APPROVER: 'decides what is held until a person approves it',
  AUDITOR: 'sees everything that was done, and takes it away as a file',
};

export const rolesText = (roles: readonly RoleName[]) => roles.map(enumLabel).join(', ');

/** Roles to be chosen, one at least. */
export function RoleChoices({
  value,
  onChange,
  closed = () => null,
}: {
  value: readonly RoleName[];
  onChange(roles: readonly RoleName[]): void;
  /** Why a role that is not chosen cannot be; null: it can. */
  closed?(role: RoleName): string | null;
}) {
  const choices = ROLES.map((role) => {
    const why = value.includes(role) ? null : closed(role);
    return { value: role, label: enumLabel(role), hint: why ?? ROLE_HINTS[role], isDisabled: why !== null };
  });
  return <Choices legend="Roles" choices={choices} value={value} onChange={onChange} />;
}
