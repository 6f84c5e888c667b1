import { can } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import type { KeyKind } from '../../platform/credentials/key-kind.ts';
import { publish } from '../../platform/events/outbox.ts';
import type { Accounts } from '../codes/accounts.ts';
import type { TokenRow } from '../codes/operator-codes.ts';
import { faultOfScope } from '../grantable-permissions.ts';
import { Operator } from '../operator.entity.ts';
import { OperatorConflict } from '../operator.problems.ts';
import { OperatorToken } from './operator-token.entity.ts';
import { TOKEN_LIFETIME } from './operator-token.inputs.ts';
import { readTokenCode } from './operator-token.sql.ts';

/** Maximum number of valid tokens of one operator. */
export const MAX_TOKENS = 50;

/** Prefix of the tokens of operators. */
export const TOKEN_PREFIX = 'imop_';

/** API tokens of operators. A token is only issued with permissions that its issuer has. */
export const operatorTokenKind = ({
  codes,
}: Pick<Accounts, 'codes'>): KeyKind<OperatorToken, Operator, OperatorConflict> => ({
  idKind: 'operatorToken',
  prefix: TOKEN_PREFIX,
  entity: OperatorToken,
  ownerEntity: Operator,
  owner: 'operator',
  lifetime: TOKEN_LIFETIME,
  most: MAX_TOKENS,
  passedOn: ['scopes'],
  words: { owner: 'An operator', key: 'token' },
  conflict: (message) => new OperatorConflict(message),
  visibleOwners: ({ principal }) => (can(principal, 'operators:manage') ? {} : { id: principal.subjectId ?? '' }),
  obstacle: (_ctx, { disabledAt }) =>
    disabledAt
      ? new OperatorConflict('This operator is disabled, so a token would not work. Enable them first.')
      : null,
  rotationObstacle({ principal }, { roles }, { scopes }) {
    const lost = scopes.find((scope) => faultOfScope(scope, principal, roles) !== null);
    if (lost === undefined) return null;
    return new OperatorConflict(
      `You or this operator lack the permission \`${lost}\`, which the token has. Issue a token without it instead.`,
    );
  },
  /** Latest expiry of a new token: if the caller uses a token to issue it, that token's expiry. Null otherwise. */
  async latestExpiry({ em, principal }: Context) {
    const used = principal.credential && (await em.findOne(OperatorToken, principal.credential.id));
    return used?.expiresAt ?? null;
  },
  codes: {
    of: (token) => codes.tokens.of(tokenRowOf(token)),
    isProven: async (em, token) => codes.tokens.verifies(tokenRowOf(token), await readTokenCode(em, token.id)),
  },
  events: {
    issued: (ctx, operatorId, operatorTokenId) =>
      publish(ctx, 'operators.token-issued', { operatorId, operatorTokenId }),
    rotated: (ctx, operatorId, operatorTokenId, newOperatorTokenId) =>
      publish(ctx, 'operators.token-rotated', { operatorId, operatorTokenId, newOperatorTokenId }),
    revoked: (ctx, operatorId, operatorTokenId) =>
      publish(ctx, 'operators.token-revoked', { operatorId, operatorTokenId }),
  },
});

function tokenRowOf({ operator, ...token }: OperatorToken): TokenRow {
  const { id, tokenHash, scopes, issuedBy, issuers, expiresAt } = token;
  return { id, operatorId: operator.id, tokenHash, scopes, issuedBy, issuers, expiresAt };
}
