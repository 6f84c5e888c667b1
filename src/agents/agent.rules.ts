import { type Principal, permissionsOf } from '../platform/auth/principal.ts';
import { Role } from '../platform/auth/roles.ts';
import { keyIssues } from '../platform/credentials/key-rules.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { InputInvalid } from '../platform/graphql/schema/problem.ts';
import type { Permission } from '../platform/registry.ts';
import { nearest } from '../platform/text/nearest.ts';
import { KEY_LIFETIME } from './agent.inputs.ts';

/** Maximum number of scopes in a request, more than the number of permissions that agents can have. */
const MAX_SCOPES = 50;

/** Effective permissions of a key. Permissions that agents can’t have any more are removed. */
export function scopesOf(scopes: readonly Permission[] | null): readonly Permission[] {
  const possible = permissionsOf([Role.AGENT]);
  return scopes === null ? [...possible] : scopes.filter((scope) => possible.has(scope));
}

/**
 * Permissions that a caller can't give to an agent's key, because other callers of its kind have them and its own key doesn't.
 * Without this rule, a customer key without access to cases could issue one that has it.
 */
export function withheldScopes(principal: Principal): ReadonlySet<Permission> {
  if (principal.accountId === undefined) return new Set();
  const ofCustomers = permissionsOf([Role.CUSTOMER]);
  const withheld = (scope: Permission) => ofCustomers.has(scope) && !principal.permissions.has(scope);
  return new Set([...permissionsOf([Role.AGENT])].filter(withheld));
}

interface AgentValues {
  name?: string | null | undefined;
  scopes?: readonly string[] | null | undefined;
  lifetimeDays?: number | null | undefined;
}

/** All issues of the given values of an agent or key. Null if they are valid. */
export function faultOf({ name, scopes, lifetimeDays }: AgentValues): InputInvalid | null {
  const issues = keyIssues({ name, lifetimeDays }, KEY_LIFETIME);
  if (scopes) issues.push(...faultsOfScopes(scopes));
  return issues.length > 0 ? new InputInvalid(issues) : null;
}

function faultsOfScopes(scopes: readonly string[]): ValueIssue[] {
  if (scopes.length === 0 || scopes.length > MAX_SCOPES) {
    return [
      {
        pointer: '/scopes',
        detail: `Give 1 to ${MAX_SCOPES} permissions (${scopes.length} given), or omit \`scopes\` to give the key all permissions of agents.`,
      },
    ];
  }
  const possible = [...permissionsOf([Role.AGENT])];
  return scopes.flatMap((scope, index) => {
    if (possible.includes(scope as Permission)) return [];
    const near = nearest(scope, possible);
    const suggestion = near ? `Did you mean \`${near}\`?` : `Use one of: ${possible.join(', ')}.`;
    return [
      {
        pointer: `/scopes/${index}`,
        detail: `Agents can’t have the permission \`${scope.slice(0, 60)}\`. ${suggestion}`,
      },
    ];
  });
}
