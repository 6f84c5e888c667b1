import { permissionsOf } from '../platform/auth/principal.ts';
import { Role } from '../platform/auth/roles.ts';
import { keyIssues } from '../platform/credentials/key-rules.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { InputInvalid } from '../platform/graphql/schema/problem.ts';
import type { Permission } from '../platform/names.ts';
import { nearest } from '../platform/text/nearest.ts';
import { KEY_LIFETIME } from './agent.inputs.ts';

/** More than there are of them. */
const MAX_SCOPES = 50;

/** What a key allows at this moment: a permission that agents have no more is no key's either. */
export function scopesOf(scopes: readonly Permission[] | null): readonly Permission[] {
  const possible = permissionsOf([Role.AGENT]);
  return scopes === null ? [...possible] : scopes.filter((scope) => possible.has(scope));
}

interface AgentValues {
  name?: string | null | undefined;
  scopes?: readonly string[] | null | undefined;
  lifetimeDays?: number | null | undefined;
}

/** Everything that is wrong with what was given; null where nothing is. */
export function faultOf({ name, scopes, lifetimeDays }: AgentValues): InputInvalid | null {
  const issues = keyIssues({ name, lifetimeDays }, KEY_LIFETIME);
  if (scopes) issues.push(...faultsOfScopes(scopes));
  return issues.length > 0 ? new InputInvalid(issues) : null;
}

function faultsOfScopes(scopes: readonly string[]): ValueIssue[] {
  if (scopes.length === 0 || scopes.length > MAX_SCOPES) {
    return [{ pointer: '/scopes', detail: `Name 1 to ${MAX_SCOPES} permissions, or leave them out for all.` }];
  }
  const possible = [...permissionsOf([Role.AGENT])];
  return scopes.flatMap((scope, index) => {
    if (possible.includes(scope as Permission)) return [];
    const near = nearest(scope, possible);
    const meant = near ? `Did you mean \`${near}\`?` : `There are: ${possible.join(', ')}.`;
    return [{ pointer: `/scopes/${index}`, detail: `This is no permission that an agent can have. ${meant}` }];
  });
}
