import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { Button, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Actor, ActorName, type ActorNames, useActorNames } from './actor.tsx';
import { announce } from './announce.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { DocumentChanges } from './document-changes.tsx';
import { Form } from './form.tsx';
import { PageLink } from './link.tsx';
import { type Outcome, type PayloadOf, type ProblemShape } from './outcome.ts';
import { Section } from './page.tsx';
import { Empty, OutcomeNotice, ProblemNotice } from './states.tsx';
import { Unsaved } from './unsaved.tsx';
import { useMutationOf } from './use-mutation-of.ts';
import { Facts, Id, When } from './values.tsx';
import { Exact, Visible } from './visible-text.tsx';

interface Version {
  id: string;
  number: number;
  publishedAt: string;
  publishedBy: string;
  reason: string;
  restoredFrom?: number | null;
}

const columnsOf = (names: ActorNames): readonly Column<Version>[] => [
  { title: 'Version', cell: ({ number }) => `Version ${number}` },
  { title: 'Published', cell: ({ publishedAt }) => <When at={publishedAt} /> },
  { title: 'By', cell: ({ publishedBy }) => <Actor actor={publishedBy} names={names} /> },
  {
    title: 'Why',
    cell: ({ reason, restoredFrom }) => (
      <>
        <Visible text={reason} />
        {restoredFrom != null && <span className="hint"> (as version {restoredFrom} was)</span>}
      </>
    ),
  },
];

/** One page of the versions of a document. Each row links to its version under `path`. */
export function VersionList({
  versions: { nodes, pageInfo },
  caption,
  path,
}: {
  versions: { nodes: readonly Version[]; pageInfo: Parameters<typeof DataTable<Version>>[0]['pageInfo'] };
  caption: string;
  path: string;
}) {
  const { number } = useParams({ strict: false }) as { number?: string };
  const columns = columnsOf(useActorNames(nodes.map(({ publishedBy }) => publishedBy)));
  if (nodes.length === 0) return <Empty>No version has been published yet.</Empty>;
  return (
    <DataTable
      caption={caption}
      rows={nodes}
      columns={columns}
      linkTo={(row) => `${path}/${row.number}`}
      openId={nodes.find((row) => String(row.number) === number)?.id}
      pageInfo={pageInfo}
    />
  );
}

/** The number in the address, as typed, and as a number for the query: 0, which no version has, if it isn't one. */
export function useVersionNumber(): { typed: string; number: number } {
  const { number: typed } = useParams({ strict: false }) as { number: string };
  return { typed, number: /^\d{1,9}$/.test(typed) ? Number(typed) : 0 };
}

/** One version: who published it and why, and what it changed. `children` follow the changes. */
export function VersionFacts({
  version,
  facts = [],
  children,
}: {
  version: Version & { sha256: string; changes?: Parameters<typeof DocumentChanges>[0]['of'] };
  facts?: readonly (readonly [term: string, value: ReactNode])[];
  children?: ReactNode;
}) {
  const { publishedAt, publishedBy, reason, restoredFrom, sha256, changes } = version;
  return (
    <>
      <Facts
        of={[
          ['Published', <When key="when" at={publishedAt} />],
          ['By', <ActorName key="who" actor={publishedBy} copies />],
          ['Why', <Visible key="why" text={reason} />],
          ['Restored from', restoredFrom == null ? null : `Version ${restoredFrom}`],
          ...facts,
          ['SHA-256', <Id key="sha256" value={sha256} copies />],
        ]}
      />
      <Section title="Changes since the previous version">
        <DocumentChanges of={changes} />
      </Section>
      {children}
    </>
  );
}

/** The document of a version, as JSON. */
export function VersionDocument({ text }: { text: string }) {
  return (
    <Section title="Document">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div className="version-document" tabIndex={0}>
        <Exact text={text} />
      </div>
    </Section>
  );
}

/** Asks for a reason, and publishes an earlier version as the newest one. */
export function RestoreVersion<Data>({
  version,
  document,
  numberOf,
}: {
  version: number;
  document: DocumentTypeDecoration<Data, { input: { version: number; reason: string } }>;
  /** Number of the version that the mutation published. */
  numberOf(payload: PayloadOf<Data>): number | undefined;
}) {
  const [restore, isUnderWay] = useMutationOf(document);
  const [reason, setReason] = useState('');
  const [outcome, setOutcome] = useState<Outcome<Data> | null>(null);
  const submit = async () => {
    const done = await restore({ input: { version, reason: reason.trim() } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    setReason('');
    announce(`Version ${numberOf(done.payload) ?? 'newest'} is in force, with the document of version ${version}.`);
  };
  return (
    <Section title="Restore this version">
      <Form label="Restore this version" submit={() => void submit()}>
        <TextInput
          label="Reason, kept in the history"
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {outcome?.kind === 'PROBLEM' ? (
          <VersionRefused problem={outcome.problem as unknown as VersionProblem} />
        ) : (
          <OutcomeNotice outcome={outcome} />
        )}
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={reason.trim() === ''}>
            Publish it as the newest version
          </Button>
        </div>
      </Form>
      <Unsaved when={reason !== ''} />
    </Section>
  );
}

interface VersionProblem extends ProblemShape {
  /** Faults of an invalid document. */
  faults?: readonly { pointer: string; message: string }[];
  /** Approval that the change waits for. */
  approvalId?: string;
}

/** Why a version was not published: its faults, or the approval that it waits for. */
export function VersionRefused({
  problem,
  place,
}: {
  problem: VersionProblem;
  /** Shows where in the editor a fault is. Default: its pointer. */
  place?: (pointer: string) => ReactNode;
}) {
  const { faults = [], approvalId } = problem;
  return (
    <ProblemNotice problem={problem}>
      {faults.length > 0 && (
        <ul>
          {faults.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              {place?.(pointer) ?? (pointer && <code>{pointer}</code>)} {message}
            </li>
          ))}
        </ul>
      )}
      {approvalId !== undefined && (
        <p>
          <PageLink to={`/admin/approvals/${approvalId}`}>Open the approval request</PageLink>
        </p>
      )}
    </ProblemNotice>
  );
}
