import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Actor, ActorName, type ActorNames, useActorNames } from './actor.tsx';
import { announce } from './announce.tsx';
import { ConfirmLeave } from './confirm-leave.tsx';
import type { Column } from './data-table.tsx';
import { DocumentChanges } from './document-changes.tsx';
import { Form } from './form.tsx';
import { type InputIssue, IssueList } from './issue-list.tsx';
import { PageLink } from './link.tsx';
import { List, type ListProps } from './list.tsx';
import type { MutationOutcome, PayloadOf, ProblemShape } from './outcome.ts';
import { Section } from './page.tsx';
import { useOpenParamsOf, useParamsOf } from './params.ts';
import { OutcomeNotice, ProblemNotice } from './states.tsx';
import { texts } from './texts.ts';
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
  { title: texts.versions.version, cell: ({ number }) => texts.versions.number(number) },
  { title: texts.versions.published, cell: ({ publishedAt }) => <When at={publishedAt} /> },
  { title: texts.versions.publishedBy, cell: ({ publishedBy }) => <Actor actor={publishedBy} names={names} /> },
  {
    title: texts.versions.reason,
    cell: ({ reason, restoredFrom }) => (
      <>
        <Visible text={reason} />
        {restoredFrom != null && <span className="hint"> {texts.versions.restores(restoredFrom)}</span>}
      </>
    ),
  },
];

/** Displays one page of a document's versions. The screen of a version is at `path` followed by the version's number. */
export function VersionList<Data>({
  query,
  rows,
  connectionOf,
  caption,
  path,
}: Pick<ListProps<Data, Version>, 'query' | 'rows' | 'connectionOf'> & { caption: string; path: string }) {
  const { number } = useOpenParamsOf(`${path}/$number` as const);
  const nodes = query.data === undefined ? [] : connectionOf(query.data).nodes;
  const columns = columnsOf(useActorNames(nodes.map(({ publishedBy }) => publishedBy)));
  return (
    <List
      query={query}
      rows={rows}
      connectionOf={connectionOf}
      emptyText={texts.versions.empty}
      table={{
        caption,
        columns,
        linkTo: (row) => `${path}/${row.number}`,
        isOpen: (row) => String(row.number) === number,
      }}
    />
  );
}

/**
 * Version number in the URL, as typed and as a number. The number is 0, which no version has, if the typed text isn't a number
 * of at most nine digits.
 */
export function useVersionNumber(path: string): { typed: string; number: number } {
  const { number: typed } = useParamsOf(`${path}/$number` as const);
  return { typed, number: /^\d{1,9}$/.test(typed) ? Number(typed) : 0 };
}

/** Displays facts about a version, and its changes. `children` follow the changes. */
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
          [texts.versions.published, <When key="when" at={publishedAt} />],
          [texts.versions.publishedBy, <ActorName key="who" actor={publishedBy} copies />],
          [texts.versions.reason, <Visible key="why" text={reason} />],
          [texts.versions.restoredFrom, restoredFrom == null ? null : texts.versions.number(restoredFrom)],
          ...facts,
          ['SHA-256', <Id key="sha256" value={sha256} copies />],
        ]}
      />
      <Section title={texts.versions.changes}>
        <DocumentChanges value={changes} />
      </Section>
      {children}
    </>
  );
}

/** Displays the document of a version as JSON. */
export function VersionDocument({ text }: { text: string }) {
  return (
    <Section title={texts.versions.document}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div className="version-document" tabIndex={0}>
        <Exact text={text} />
      </div>
    </Section>
  );
}

/** Form that asks for a reason and publishes an earlier version as the newest version. */
export function RestoreVersion<Data>({
  version,
  document,
  numberOf,
}: {
  version: number;
  document: DocumentTypeDecoration<Data, { input: { version: number; reason: string } }>;
  /** Returns the number of the new version from the payload. */
  numberOf(payload: PayloadOf<Data>): number | undefined;
}) {
  const [restore, isUnderWay] = useMutationOf(document);
  const [reason, setReason] = useState('');
  const [outcome, setOutcome] = useState<MutationOutcome<Data> | null>(null);
  const submit = async () => {
    const done = await restore({ input: { version, reason: reason.trim() } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    setReason('');
    announce(texts.versions.restored(numberOf(done.payload), version));
  };
  return (
    <Section title={texts.versions.restore}>
      <Form label={texts.versions.restore} onSubmit={() => void submit()}>
        <TextInput
          label={texts.versions.reasonField}
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
            {texts.versions.publish}
          </Button>
        </div>
      </Form>
      <ConfirmLeave when={reason !== ''} />
    </Section>
  );
}

interface VersionProblem extends ProblemShape {
  /** Invalid values of the document. */
  faults?: readonly InputIssue[];
  /** Id of the approval that the held change waits for. */
  approvalId?: string;
}

/** Displays why a version was not published: invalid values of the document, or the approval that the version waits for. */
export function VersionRefused({
  problem,
  place,
}: {
  problem: VersionProblem;
  /** Renders the location of an invalid value in the editor. Default: its JSON pointer. */
  place?: (pointer: string) => ReactNode;
}) {
  const { faults = [], approvalId } = problem;
  return (
    <ProblemNotice problem={problem}>
      <IssueList faults={faults} place={place} />
      {approvalId !== undefined && (
        <p>
          <PageLink to={`/admin/approvals/${approvalId}`}>{texts.versions.openApproval}</PageLink>
        </p>
      )}
    </ProblemNotice>
  );
}
