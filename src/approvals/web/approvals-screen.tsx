import {
  type ApprovalRowFragment,
  ApprovalsRecordedDocument,
  ApprovalsWaitingDocument,
  InboxChangedDocument,
  type InboxCountsFragment,
} from '../../web/generated/approvals/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { announceDataChange } from '../../web/kit/client.ts';
import { type Column, DataTable, type PageInfo } from '../../web/kit/data-table.tsx';
import { ExportButton, ExportProgress } from '../../web/kit/export.tsx';
import { useExport } from '../../web/kit/exports.ts';
import { ChoiceFilter, TextFilter } from '../../web/kit/filters.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { List } from '../../web/kit/list.tsx';
import { Page } from '../../web/kit/page.tsx';
import { LiveNotice } from '../../web/kit/states.tsx';
import { useKeys } from '../../web/kit/use-keys.ts';
import { useLive } from '../../web/kit/use-live.ts';
import { usePageVisible } from '../../web/kit/use-page-visible.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel, StatusBadge, When } from '../../web/kit/values.tsx';
import { useMay, useViewer } from '../../web/kit/viewer.ts';
import { Views } from '../../web/kit/views.tsx';
import { Visible } from '../../web/kit/visible-text.tsx';
import { ActorLabel } from './actor-label.tsx';
import { findingKinds, isSoon, KINDS, STATES } from './approval-labels.ts';
import './approvals.css';

type ApprovalRow = ApprovalRowFragment;

const PATH = '/admin/approvals';
/** Of every decision, whoever it is by: with what proves that none was changed or left out. */
const EXPORT_PATH = '/exports/decisions.jsonl';
const NOTHING = {};
const VIEWS = ['waiting', 'decided', 'all'] as const;
const VIEW_TITLES = { waiting: 'Waits for me', decided: 'Decided by me', all: 'All' } as const;
const VIEW = filtersOf({ view: field.oneOf(VIEWS) });
const KIND_NAMES = ['RUN_OUTPUT', 'PUBLISH_REQUEST', 'CHANGE'] as const;
const STATE_NAMES = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELED', 'SUPERSEDED', 'REVOKED'] as const;
const WAITING = filtersOf({
  kind: field.oneOf(KIND_NAMES),
  channel: field.text(100),
  due: field.oneOf(['day']),
});
const RECORDED = filtersOf({
  kind: field.oneOf(KIND_NAMES),
  state: field.oneOf(STATE_NAMES),
  askedBy: field.text(100),
});

const KIND_CHOICES = KIND_NAMES.map((value) => ({ value, label: KINDS[value] }));
const STATE_CHOICES = STATE_NAMES.map((value) => ({ value, label: STATES[value] }));

/** `/admin/approvals`: what waits for whoever looks, what they have decided, and all. */
export function Screen() {
  const may = useMay();
  const decides = may('approvals:decide');
  const exported = useExport(EXPORT_PATH);
  const view = useFilters(VIEW).filters.view ?? (decides ? 'waiting' : 'all');
  return (
    <Page
      title="Approvals"
      lead="What is held until a person has looked at it: answers of models, what would be written outside, and changes of the service."
      actions={
        view === 'all' &&
        may('audit:export') && <ExportButton exported={exported} address={EXPORT_PATH} label="Export all decisions" />
      }
    >
      <ExportProgress exported={exported} address={EXPORT_PATH} />
      {decides && (
        <Views
          label="Which requests"
          views={VIEWS.map((of) => ({ title: VIEW_TITLES[of], to: PATH, search: { view: of }, isShown: of === view }))}
        />
      )}
      {view === 'waiting' && decides ? (
        <WaitingList />
      ) : (
        <RecordedList key={view} isMine={view === 'decided' && decides} />
      )}
    </Page>
  );
}

const SUBJECT: Column<ApprovalRow> = { title: 'What', cell: ({ title }) => <Visible text={title} /> };
const KIND: Column<ApprovalRow> = { title: 'Kind', cell: ({ subjectKind }) => KINDS[subjectKind] };
const REQUESTER: Column<ApprovalRow> = {
  title: 'Asked by',
  cell: ({ askedBy, asker }) => <ActorLabel actor={askedBy} seen={asker} brief />,
};

const WAITING_COLUMNS: readonly Column<ApprovalRow>[] = [
  SUBJECT,
  KIND,
  REQUESTER,
  { title: 'Found in it', cell: ({ facts }) => <FindingsCell facts={facts} /> },
  {
    title: 'Approved by',
    isMinor: true,
    cell: ({ decisions, quorum }) => `${decisions.length} of ${quorum}`,
  },
  {
    title: 'Ends',
    cell: ({ expiresAt }) => (
      <span className="approvals-due" data-soon={isSoon(expiresAt) || undefined}>
        <When at={expiresAt} ago />
      </span>
    ),
  },
];

function FindingsCell({ facts }: Pick<ApprovalRow, 'facts'>) {
  const kinds = findingKinds(facts);
  if (kinds === null) return <span className="unknown">not searched</span>;
  if (kinds === 0) return <>Nothing</>;
  return <StatusBadge tone="care">{kinds === 1 ? 'One kind of finding' : `${kinds} kinds of findings`}</StatusBadge>;
}

/** What waits for me, soonest due first. What comes and goes does so by itself. */
function WaitingList() {
  const filterState = useFilters(WAITING);
  const { filters, bind } = filterState;
  const { kind, channel, due } = filters;
  const query = useQueryOf(ApprovalsWaitingDocument, {
    filter: {
      ...(kind && { subjectKind: [kind] }),
      ...(channel && { channel: [channel] }),
      ...(due && { isDueWithinADay: true }),
    },
    ...usePage(),
  });
  const counts = query.data?.approvalInbox.counts;
  const live = useLive(InboxChangedDocument, NOTHING, ({ approvalInboxChanged }) => {
    if (counts && JSON.stringify(approvalInboxChanged) !== JSON.stringify(counts)) announceDataChange();
  });
  usePageVisible(query.again);
  const channels = [
    ...new Set([...(counts?.byChannel.map((one) => one.channel) ?? []), ...(channel ? [channel] : [])]),
  ];
  return (
    <List
      query={query}
      rows={8}
      connectionOf={({ approvalInbox }) => approvalInbox}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter label="Kind" {...bind('kind')} choices={KIND_CHOICES} />
          {channels.length > 0 && (
            <ChoiceFilter
              label="To"
              {...bind('channel')}
              choices={channels.map((value) => ({ value, label: enumLabel(value) }))}
            />
          )}
          <ChoiceFilter
            label="Ends"
            {...bind('due')}
            choices={[{ value: 'day', label: 'Within a day' }]}
            any="Whenever"
          />
        </>
      }
      emptyText="Nothing waits for you. Your own requests are decided by other people."
      noMatchText="Nothing that waits for you fits these filters."
      emptyAction={<AllRequests />}
      beforeTable={
        <>
          <LiveNotice state={live} />
          {counts && counts.total > 0 && <p className="approvals-sum">{sumOf(counts)}</p>}
        </>
      }
      table={(rows, pageInfo) => (
        <ApprovalTable
          caption="What waits for your decision, soonest due first"
          columns={WAITING_COLUMNS}
          rows={rows}
          pageInfo={pageInfo}
        />
      )}
    />
  );
}

function sumOf({ total, dueWithinADay }: InboxCountsFragment): string {
  if (total === 1) return `One request waits for you${dueWithinADay === 1 ? '; it ends within a day' : ''}.`;
  const first = `${total.toLocaleString('en')} requests wait for you`;
  if (dueWithinADay === 0) return `${first}; none ends within a day.`;
  if (dueWithinADay === total) return `${first}; all of them end within a day.`;
  return `${first}; ${dueWithinADay} of them ${dueWithinADay === 1 ? 'ends' : 'end'} within a day.`;
}

/** What I have decided, or all there is. */
function RecordedList({ isMine }: { isMine: boolean }) {
  const { actor } = useViewer();
  const filterState = useFilters(RECORDED);
  const { filters, bind } = filterState;
  const { kind, state, askedBy } = filters;
  const query = useQueryOf(ApprovalsRecordedDocument, {
    filter: {
      ...(kind && { subjectKind: [kind] }),
      ...(state && { state: [state] }),
      ...(askedBy && { askedBy: [askedBy] }),
      ...(isMine && { decidedBy: [actor] }),
    },
    ...usePage(),
  });
  usePageVisible(query.again);
  const mine: Column<ApprovalRow> = {
    title: 'Decision',
    cell: ({ decisions }) => {
      const verdict = decisions.find(({ decidedBy }) => decidedBy === actor)?.verdict;
      return verdict === 'APPROVE' ? 'Approved' : verdict === 'REJECT' ? 'Rejected' : null;
    },
  };
  const columns: readonly Column<ApprovalRow>[] = [
    SUBJECT,
    KIND,
    REQUESTER,
    ...(isMine ? [mine] : []),
    { title: 'How it stands', cell: ({ state }) => <StateBadge state={state} /> },
    { title: 'Asked', isMinor: true, cell: ({ createdAt }) => <When at={createdAt} /> },
    { title: 'Ended', cell: ({ decidedAt }) => (decidedAt ? <When at={decidedAt} /> : null) },
  ];
  return (
    <List
      query={query}
      rows={8}
      connectionOf={({ approvals }) => approvals}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter label="Kind" {...bind('kind')} choices={KIND_CHOICES} />
          <ChoiceFilter label="How it stands" {...bind('state')} choices={STATE_CHOICES} />
          <TextFilter label="Asked by" placeholder="agent:agt_…" {...bind('askedBy')} />
        </>
      }
      emptyText={isMine ? 'You have decided nothing yet.' : 'Nothing was ever held for approval here.'}
      noMatchText="No request fits these filters."
      emptyAction={isMine && <AllRequests />}
      table={(rows, pageInfo) => (
        <ApprovalTable
          caption={isMine ? 'What you have decided, newest first' : 'All requests for approval, newest first'}
          columns={columns}
          rows={rows}
          pageInfo={pageInfo}
        />
      )}
    />
  );
}

function AllRequests() {
  return (
    <PageLink to={PATH} search={{ view: 'all' }}>
      Show all requests
    </PageLink>
  );
}

export function StateBadge({ state }: Pick<ApprovalRow, 'state'>) {
  const tone = state === 'PENDING' ? 'care' : state === 'REJECTED' ? 'bad' : 'plain';
  return <StatusBadge tone={tone}>{STATES[state]}</StatusBadge>;
}

/** Requests, with j and k to reach the first and the last row. */
function ApprovalTable({
  caption,
  columns,
  rows,
  pageInfo,
}: {
  caption: string;
  columns: readonly Column<ApprovalRow>[];
  rows: readonly ApprovalRow[];
  pageInfo: PageInfo | undefined;
}) {
  useKeys({ j: () => focusRow('first'), k: () => focusRow('last') });
  return (
    <>
      <DataTable
        caption={caption}
        rows={rows}
        columns={columns}
        linkTo={({ id }) => `${PATH}/${id}`}
        pageInfo={pageInfo}
      />
      <p className="hint approvals-keys">
        <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>Enter</kbd> opens.
      </p>
    </>
  );
}

/** From one row to the next the table moves by itself. */
function focusRow(which: 'first' | 'last'): void {
  if (document.activeElement?.matches('.row-link')) return;
  const rows = [...document.querySelectorAll<HTMLElement>('.row-link')];
  rows.at(which === 'first' ? 0 : -1)?.focus();
}
