import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Actor, useActorNames } from './actor.tsx';
import { ConfirmMutation } from './confirm-mutation.tsx';
import { type Column, DataTable, type PageInfo } from './data-table.tsx';
import { DEFAULT_LIFETIME, DEFAULT_OVERLAP, isActive, LIFETIMES, LifetimeState, OVERLAPS } from './lifetime.tsx';
import type { PayloadOf } from './outcome.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { type IssuedSecret, Secret } from './secret.tsx';
import { texts } from './texts.ts';
import { When } from './values.tsx';
import { Visible, visibleString } from './visible-text.tsx';

interface KeyRecord {
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

interface KeyTableProps<Row extends KeyRecord, Rotated, RotateVariables, Revoked, RevokeVariables> {
  /** Noun for the kind of credential in the table. */
  word: 'key' | 'token' | 'link';
  keys: readonly Row[];
  pageInfo?: PageInfo;
  /** Actors whose names the kind's own columns display. */
  actors?: readonly string[];
  /** Columns that only this kind of key has, before the status. */
  first?: (names: ReturnType<typeof useActorNames>) => readonly Column<Row>[];
  /** Columns that only this kind of key has, after the status. */
  columns?: readonly Column<Row>[];
  /** True while the owner of the keys is disabled. */
  isInactive?: boolean;
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

/** Table of keys, tokens or links, each with its status and buttons to rotate and revoke it. */
export function KeyTable<
  Row extends KeyRecord,
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
  isInactive = false,
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
  const labelOf = ({ name, hint }: Row) => (name ? visibleString(name) : texts.keys.label(word, hint));
  const titleOf = ({ name }: Row) => (name ? visibleString(name) : texts.keys.thisOne(word));
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
    { title: texts.keys.status, cell: (row) => <LifetimeState lifetime={row} isInactive={isInactive} /> },
    ...own,
    { title: texts.keys.createdBy, isMinor: true, cell: ({ issuedBy }) => <Actor actor={issuedBy} names={names} /> },
    { title: texts.keys.lastUsed, cell: ({ lastUsedAt }) => <When at={lastUsedAt} ago /> },
  ];
  if (mayRotate || mayRevoke)
    columns.push({
      title: texts.keys.actions,
      cell: (row) =>
        isActive(row) && (
          <span className="row-actions">
            {mayRotate && button(texts.keys.rotate, row, setRotating)}
            {mayRevoke && button(texts.keys.revoke, row, setRevoking)}
          </span>
        ),
    });
  return (
    <>
      <DataTable caption={`${title}s`} rows={keys} columns={columns} pageInfo={pageInfo} />
      {rotating && (
        <RotateDialog
          title={texts.keys.rotateTitle(titleOf(rotating))}
          fields={[
            { label: texts.keys.overlap(word), choices: OVERLAPS, initially: DEFAULT_OVERLAP },
            { label: texts.keys.newExpires(word), choices: lifetimes, initially: defaultLifetime },
          ]}
          action={texts.keys.rotateTitle(word)}
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
          {texts.keys.rotation(word)}
        </RotateDialog>
      )}
      {revoking && (
        <ConfirmMutation
          document={revoke.document}
          variables={revoke.variablesFor(revoking.id)}
          title={texts.keys.revokeTitle(titleOf(revoking))}
          action={texts.keys.revokeWord(word)}
          announcement={texts.keys.revoked(labelOf(revoking))}
          onClose={() => setRevoking(null)}
        >
          <p>{texts.keys.revocation(word)}</p>
        </ConfirmMutation>
      )}
      <Secret title={texts.keys.newTitle(word)} issued={issued} onClose={() => setIssued(null)} />
    </>
  );
}
