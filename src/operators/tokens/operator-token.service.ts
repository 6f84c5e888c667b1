import { assertAccess } from '../../platform/auth/access.ts';
import { can } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import { keyIssues } from '../../platform/credentials/key-rules.ts';
import { type IssuedKey, type KeyIssueResult, KeyService } from '../../platform/credentials/key-service.ts';
import { entityFinder } from '../../platform/graphql/reads/loaded-nodes.ts';
import { InputInvalid, type NotFound } from '../../platform/graphql/schema/problem.ts';
import type { IdempotencyKeyReused } from '../../platform/idempotency/idempotency-key-reused.ts';
import type { NoteIssued } from '../../platform/idempotency/issue-once.ts';
import type { Accounts } from '../codes/accounts.ts';
import { faultOfScope } from '../grantable-permissions.ts';
import type { Operator } from '../operator.entity.ts';
import type { OperatorConflict } from '../operator.problems.ts';
import { MAX_SCOPES, OperatorToken } from './operator-token.entity.ts';
import { type IssueOperatorTokenInput, TOKEN_LIFETIME } from './operator-token.inputs.ts';
import { operatorTokenKind } from './operator-token.kind.ts';

const findToken = entityFinder(OperatorToken);

export class OperatorTokenService {
  readonly keys: KeyService<OperatorToken, Operator, OperatorConflict>;

  /** @param onChange called when cached tokens may be outdated */
  constructor(accounts: Accounts, onChange: () => void) {
    this.keys = new KeyService(operatorTokenKind(accounts), onChange);
  }

  /**
   * Issues an API token for the caller, or for another operator if the caller manages operators, once per idempotency key. The
   * token only gets permissions that its issuer has. A token that was issued with another token expires no later than that one.
   * @throws Refusal FORBIDDEN for a caller who can't issue tokens for another operator
   */
  issueOnce(
    ctx: Context,
    input: IssueOperatorTokenInput,
  ): Promise<KeyIssueResult<OperatorToken> | NotFound | InputInvalid | OperatorConflict | IdempotencyKeyReused> {
    return this.keys.issueOnce(ctx, input, (note) => this.#issue(ctx, input, note));
  }

  async #issue(
    ctx: Context,
    input: IssueOperatorTokenInput,
    note: NoteIssued,
  ): Promise<IssuedKey<OperatorToken> | NotFound | InputInvalid | OperatorConflict> {
    const { principal } = ctx;
    const operatorId = input.operatorId ?? principal.subjectId;
    if (operatorId === null) {
      const detail = 'Pass `operatorId`: the admin token isn’t an operator and has no default.';
      return new InputInvalid([{ pointer: '/operatorId', detail }]);
    }
    if (operatorId !== principal.subjectId) assertAccess(principal, 'operators:manage');
    const { name, scopes, lifetimeDays } = input;
    return this.keys.issue(ctx, {
      ownerId: operatorId,
      name,
      lifetimeDays,
      note,
      values: { scopes: [...new Set(scopes)].sort() },
      // The row of the operator is locked, so that no role is removed before the token is stored.
      faultOf: (operator) => faultOf(ctx, input, operator),
    });
  }

  /** Finds a token for the query `node`: the caller's own, or any for callers who manage operators. */
  async find(ctx: Context, id: string): Promise<OperatorToken | null> {
    if (!can(ctx.principal, 'own-account:manage')) return null;
    const token = await findToken(ctx, id);
    return token && maySee(ctx, token) ? token : null;
  }
}

function maySee({ principal }: Context, { operator }: OperatorToken): boolean {
  return operator.id === principal.subjectId || can(principal, 'operators:manage');
}

/** All problems of the input for a new token. Null if it is valid. */
function faultOf({ principal }: Context, input: IssueOperatorTokenInput, { roles }: Operator): InputInvalid | null {
  const { scopes } = input;
  const issues = keyIssues(input, TOKEN_LIFETIME);
  if (scopes.length === 0 || scopes.length > MAX_SCOPES) {
    issues.push({ pointer: '/scopes', detail: `Give 1 to ${MAX_SCOPES} permissions; ${scopes.length} were given.` });
  } else {
    scopes.forEach((scope, index) => {
      const detail = faultOfScope(scope, principal, roles);
      if (detail) issues.push({ pointer: `/scopes/${index}`, detail });
    });
  }
  return issues.length > 0 ? new InputInvalid(issues) : null;
}
