import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Actor, useActorNames } from './actor.tsx';
import { ConfirmMutation } from './confirm-mutation.tsx';
import { type Column, DataTable, type PageInfo } from './data-table.tsx';
import { DEFAULT_LIFETIME, DEFAULT_OVERLAP, LIFETIMES, LifetimeState, OVERLAPS, worksStill } from './lifetime.tsx';
import type { PayloadOf } from './outcome.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { type IssuedSecret, Secret } from './secret.tsx';
import { When } from './values.tsx';
import { Visible, visibleString } from './visible-text.tsx';

interface Key {
  id: string;
  name?: string | null;
  hint: string;
  issuedBy: string;
  expiresAt: string;
  revokedAt?: string | null;
  lastUsedAt?: string | null;
}

interface Rotation {
  overlapHours: number;
  lifetimeDays: number;
  idempotencyKey: string;
}

interface KeyTableProps<Row extends Key, Rotated, RotateVariables, Revoked, RevokeVariables> {
  /** The word for one of them. */
  word: 'key' | 'token' | 'link';
  keys: readonly Row[];
  pageInfo?: PageInfo;
  /** Actors in the columns of this kind. */
  actors?: readonly string[];
  /** Columns before the state. */
  first?: (names: ReturnType<typeof useActorNames>) => readonly Column<Row>[];
  /** Columns after the state. */
  columns?: readonly Column<Row>[];
  /** True while the owner is disabled. */
  sleeps?: boolean;
  mayRotate?: boolean;
  mayRevoke?: boolean;
  lifetimes?: { value: string; label: string }[];
  defaultLifetime?: string;
  rotate: {
    document: DocumentTypeDecoration<Rotated, RotateVariables>;
    variablesFor(id: string, rotation: Rotation): RotateVariables;
    secretOf(payload: PayloadOf<Rotated>): string | null;
  };
  revoke: {
    document: DocumentTypeDecoration<Revoked, RevokeVariables>;
    variablesFor(id: string): RevokeVariables;
  };
}

/** Keys of any kind, each with its state, and with buttons that rotate and revoke it. */
export function KeyTable<
  Row extends Key,
  Rotated,
  RotateVariables extends Record<string, unknown>,
  Revoked,
  RevokeVariables extends Record<string, unknown>,
>({
  word,
  keys,
  pageInfo,
  actors = [],
  first = () => [],
  columns: own = [],
  sleeps = false,
  mayRotate = true,
  mayRevoke = true,
  lifetimes = LIFETIMES,
  defaultLifetime = DEFAULT_LIFETIME,
  rotate,
  revoke,
}: KeyTableProps<Row, Rotated, RotateVariables, Revoked, RevokeVariables>): ReactNode {
  const [rotating, setRotating] = useState<Row | null>(null);
  const [revoking, setRevoking] = useState<Row | null>(null);
  const [issued, setIssued] = useState<IssuedSecret | null>(null);
  const names = useActorNames([...actors, ...keys.map(({ issuedBy }) => issuedBy)]);
  const title = `${word[0]!.toUpperCase()}${word.slice(1)}`;
  const labelOf = ({ name, hint }: Row) => (name ? visibleString(name) : `the ${word} ${hint}…`);
  const titleOf = ({ name }: Row) => (name ? visibleString(name) : `the ${word}`);
  const button = (verb: string, row: Row, open: (row: Row) => void) => (
    <Button size="compact-xs" variant="default" onClick={() => open(row)} aria-label={`${verb} ${labelOf(row)}`}>
      {verb}
    </Button>
  );
  const columns: Column<Row>[] = [
    {
      title,
      cell: ({ name, hint }) => (
        <>
          {name && <Visible text={name} />} <code className="hint">{hint}…</code>
        </>
      ),
    },
    ...first(names),
    { title: 'State', cell: (row) => <LifetimeState lifetime={row} sleeps={sleeps} /> },
    ...own,
    { title: 'Issued by', isMinor: true, cell: ({ issuedBy }) => <Actor actor={issuedBy} names={names} /> },
    { title: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} ago /> },
  ];
  if (mayRotate || mayRevoke)
    columns.push({
      title: 'Actions',
      cell: (row) =>
        worksStill(row) && (
          <span className="row-actions">
            {mayRotate && button('Rotate', row, setRotating)}
            {mayRevoke && button('Revoke', row, setRevoking)}
          </span>
        ),
    });
  return (
    <>
      <DataTable caption={`${title}s`} rows={keys} columns={columns} pageInfo={pageInfo} />
      {rotating && (
        <RotateDialog
          title={`Rotate ${titleOf(rotating)}`}
          fields={[
            { label: `Old ${word} stays valid for`, choices: OVERLAPS, initially: DEFAULT_OVERLAP },
            { label: `New ${word} expires`, choices: lifetimes, initially: defaultLifetime },
          ]}
          action={`Rotate the ${word}`}
          document={rotate.document}
          variablesFor={([hours, days], idempotencyKey) =>
            rotate.variablesFor(rotating.id, {
              overlapHours: Number(hours),
              lifetimeDays: Number(days),
              idempotencyKey,
            })
          }
          onDone={(payload) => {
            setRotating(null);
            setIssued({ secret: rotate.secretOf(payload) });
          }}
          onClose={() => setRotating(null)}
        >
          The new {word} has the same permissions and is shown once.
        </RotateDialog>
      )}
      {revoking && (
        <ConfirmMutation
          document={revoke.document}
          variables={revoke.variablesFor(revoking.id)}
          title={`Revoke ${titleOf(revoking)}?`}
          action={`Revoke the ${word}`}
          told={`${labelOf(revoking)} is revoked.`}
          onClose={() => setRevoking(null)}
        >
          <p>It is refused within a second. A revoked {word} never works again. Another one can be issued.</p>
        </ConfirmMutation>
      )}
      <Secret title={`The new ${word}`} issued={issued} onClose={() => setIssued(null)} />
    </>
  );
}
