import { RevokeTokenDocument, RotateTokenDocument } from '../../web/generated/operators/graphql.ts';
import { Actor } from '../../web/kit/actor.tsx';
import type { PageInfo } from '../../web/kit/data-table.tsx';
import { KeyTable } from '../../web/kit/key-table.tsx';
import { PermissionList } from '../../web/kit/permission-choices.tsx';
import type { OperatorToken } from './operator.ts';
import { texts } from './texts.ts';

const actsAs = ({ operatorId }: OperatorToken) => `operator:${operatorId}`;

/** Table of API tokens with buttons to rotate and revoke them. */
export function TokensTable({
  tokens,
  pageInfo,
  showsActsAs = false,
}: {
  tokens: readonly OperatorToken[];
  pageInfo?: PageInfo;
  /** Adds a column with the operator that each token acts as, for tokens of several operators. */
  showsActsAs?: boolean;
}) {
  return (
    <KeyTable
      word="token"
      keys={tokens}
      pageInfo={pageInfo}
      actors={tokens.map(actsAs)}
      first={(names) =>
        showsActsAs
          ? [{ title: texts.tokens.actsAs, cell: (token) => <Actor actor={actsAs(token)} names={names} /> }]
          : []
      }
      columns={[{ title: texts.tokenForm.permissions, cell: ({ scopes }) => <PermissionList names={scopes} /> }]}
      rotate={{
        document: RotateTokenDocument,
        variablesFor: (operatorTokenId, rotation) => ({ input: { operatorTokenId, ...rotation } }),
        secretOf: ({ token }) => token,
      }}
      revoke={{
        document: RevokeTokenDocument,
        variablesFor: (operatorTokenId) => ({ input: { operatorTokenId } }),
      }}
    />
  );
}
