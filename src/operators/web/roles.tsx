import { Choices } from '../../web/kit/choices.tsx';
import { enumLabel } from '../../web/kit/values.tsx';
import type { Operator } from './operator.ts';
import { texts } from './texts.ts';

export type RoleName = Operator['roles'][number];

export const ROLES = ['ADMIN', 'EDITOR', 'APPROVER', 'AUDITOR'] as const satisfies readonly RoleName[];

/** Description of each role of operators. */
export const ROLE_HINTS: Readonly<Record<RoleName, string>> = texts.roleHints;

export const rolesText = (roles: readonly RoleName[]) => roles.map(enumLabel).join(', ');

/** Checkboxes to choose at least one role of an operator. */
export function RoleChoices({
  value,
  onChange,
  closed = () => null,
}: {
  value: readonly RoleName[];
  onChange(roles: readonly RoleName[]): void;
  /** Reason why the user can't choose a role. Null if they can. */
  closed?(role: RoleName): string | null;
}) {
  const choices = ROLES.map((role) => {
    const why = value.includes(role) ? null : closed(role);
    return { value: role, label: enumLabel(role), hint: why ?? ROLE_HINTS[role], isDisabled: why !== null };
  });
  return <Choices legend={texts.operator.roles} choices={choices} value={value} onChange={onChange} />;
}
