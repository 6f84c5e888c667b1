import { RevokeTokenDocument, RotateTokenDocument } from '../../web/generated/operators/graphql.ts';
import { Actor } from '../../web/kit/actor.tsx';
import type { PageInfo } from '../../web/kit/data-table.tsx';
import { KeyTable } from '../../web/kit/key-table.tsx';
import { PermissionList } from '../../web/kit/permission-choices.tsx';
import type { OperatorToken } from './operator.ts';

const actorOf = ({ operatorId }: OperatorToken) => `operator:${operatorId}`;

/** Tokens with their actions. @param props.tellsWhose for tokens of several operators */
export function TokensTable({
  tokens,
  pageInfo,
  tellsWhose = false,
}: {
  tokens: readonly OperatorToken[];
  pageInfo?: PageInfo;
  tellsWhose?: boolean;
}) {
  return (
    <KeyTable
      word="token"
      keys={tokens}
      pageInfo={pageInfo}
      actors={tokens.map(actorOf)}
      first={(names) =>
        tellsWhose ? [{ title: 'Counts as', cell: (token) => <Actor actor={actorOf(token)} names={names} /> }] : []
      }
      columns={[{ title: 'May do', cell: ({ scopes }) => <PermissionList names={scopes} /> }]}
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
