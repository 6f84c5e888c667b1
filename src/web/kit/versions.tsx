import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Actor, ActorName, type ActorNames, useActorNames } from './actor.tsx';
import { announce } from './announce.tsx';
import type { Column } from './data-table.tsx';
import { DocumentChanges } from './document-changes.tsx';
import { type Fault, FaultList } from './fault-list.tsx';
import { Form } from './form.tsx';
import { PageLink } from './link.tsx';
import { List, type ListProps } from './list.tsx';
import type { Outcome, PayloadOf, ProblemShape } from './outcome.ts';
import { Section } from './page.tsx';
import { useOpenParamsOf, useParamsOf } from './params.ts';
import { OutcomeNotice, ProblemNotice } from './states.tsx';
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

/** One page of the versions of a document. The screen of each is at `path`, followed by its number. */
export function VersionList<Data>({
  asked,
  rows,
  connectionOf,
  caption,
  path,
}: Pick<ListProps<Data, Version>, 'asked' | 'rows' | 'connectionOf'> & { caption: string; path: string }) {
  const { number } = useOpenParamsOf(`${path}/$number` as const);
  const nodes = asked.data === undefined ? [] : connectionOf(asked.data).nodes;
  const columns = columnsOf(useActorNames(nodes.map(({ publishedBy }) => publishedBy)));
  return (
    <List
      asked={asked}
      rows={rows}
      connectionOf={connectionOf}
      emptyText="No version has been published yet."
      table={{
        caption,
        columns,
        linkTo: (row) => `${path}/${row.number}`,
        isOpen: (row) => String(row.number) === number,
      }}
    />
  );
}

/** The number in the address of a version, as typed, and for the query: 0, which no version has, if it isn't a number. */
export function useVersionNumber(path: string): { typed: string; number: number } {
  const { number: typed } = useParamsOf(`${path}/$number` as const);
  return { typed, number: /^\d{1,9}$/.test(typed) ? Number(typed) : 0 };
}

/** One version: who published it and why, and what it changed. `children` follow the changes. */
export function VersionFacts({
  version,
  facts = [],
  children,
}: {
  version: Version & { sha256: string; changes?: Parameters<typeof DocumentChanges>[0]['value'] };
  facts?: readonly (readonly [term: string, value: ReactNode])[];
  children?: ReactNode;
}) {
  const { publishedAt, publishedBy, reason, restoredFrom, sha256, changes } = version;
  return (
    <>
      <Facts
        items={[
          ['Published', <When key="when" at={publishedAt} />],
          ['By', <ActorName key="who" actor={publishedBy} copies />],
          ['Why', <Visible key="why" text={reason} />],
          ['Restored from', restoredFrom == null ? null : `Version ${restoredFrom}`],
          ...facts,
          ['SHA-256', <Id key="sha256" value={sha256} copies />],
        ]}
      />
      <Section title="Changes since the previous version">
        <DocumentChanges value={changes} />
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
      <Form label="Restore this version" onSubmit={() => void submit()}>
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
  faults?: readonly Fault[];
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
      <FaultList faults={faults} place={place} />
      {approvalId !== undefined && (
        <p>
          <PageLink to={`/admin/approvals/${approvalId}`}>Open the approval request</PageLink>
        </p>
      )}
    </ProblemNotice>
  );
}
