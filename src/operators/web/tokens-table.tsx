import { Button } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { Actor, useActorNames } from '../../web/kit/actor.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { LifetimeState, worksStill } from '../../web/kit/lifetime.tsx';
import { PermissionList } from '../../web/kit/permission-choices.tsx';
import { Secret } from '../../web/kit/secret.tsx';
import { When } from '../../web/kit/values.tsx';
import { useViewer } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import type { OperatorToken } from './operator.ts';
import { RevokeToken } from './revoke-token.tsx';
import { RotateToken } from './rotate-token.tsx';

/** Tokens with what can be done about them. @param props.tellsWhose for a list of several people's */
export function TokensTable({
  tokens,
  pageInfo,
  tellsWhose = false,
}: {
  tokens: readonly OperatorToken[];
  pageInfo?: ComponentProps<typeof DataTable>['pageInfo'];
  tellsWhose?: boolean;
}) {
  const { actor } = useViewer();
  const [rotating, setRotating] = useState<OperatorToken | null>(null);
  const [revoking, setRevoking] = useState<OperatorToken | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const names = useActorNames(tokens.flatMap(({ operatorId, issuedBy }) => [`operator:${operatorId}`, issuedBy]));
  const columns: Column<OperatorToken>[] = [
    {
      title: 'Token',
      cell: ({ name, hint }) => (
        <>
          <Visible text={name} /> <code className="hint">{hint}…</code>
        </>
      ),
    },
    { title: 'State', cell: (token) => <LifetimeState lifetime={token} /> },
    { title: 'May do', cell: ({ scopes }) => <PermissionList names={scopes} /> },
    {
      title: 'Issued by',
      isMinor: true,
      cell: ({ issuedBy }) => <Actor actor={issuedBy} names={names} />,
    },
    { title: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} ago /> },
    {
      title: 'Actions',
      cell: (token) =>
        worksStill(token) && (
          <span className="row-actions">
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setRotating(token)}
              aria-label={`Rotate ${token.name}`}
            >
              Rotate
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setRevoking(token)}
              aria-label={`Revoke ${token.name}`}
            >
              Revoke
            </Button>
          </span>
        ),
    },
  ];
  if (tellsWhose)
    columns.splice(1, 0, {
      title: 'Counts as',
      cell: ({ operatorId }) => <Actor actor={`operator:${operatorId}`} names={names} />,
    });
  return (
    <>
      <DataTable caption="Tokens" rows={tokens} columns={columns} pageInfo={pageInfo} />
      {rotating && (
        <RotateToken
          token={rotating}
          isOwn={actor === `operator:${rotating.operatorId}`}
          onClose={() => setRotating(null)}
          onDone={(token) => {
            setRotating(null);
            setSecret(token);
          }}
        />
      )}
      {revoking && <RevokeToken token={revoking} onClose={() => setRevoking(null)} />}
      <Secret title="The new token" secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
