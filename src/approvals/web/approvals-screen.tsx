import {
  type ApprovalRowFragment,
  ApprovalsRecordedDocument,
  ApprovalsWaitingDocument,
  InboxChangedDocument,
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
import { texts } from './texts.ts';

type ApprovalRow = ApprovalRowFragment;

const PATH = '/admin/approvals';
/** Path of the export of all decisions, with proof that none was changed or omitted. */
const EXPORT_PATH = '/exports/decisions.jsonl';
const NOTHING = {};
const VIEWS = ['waiting', 'decided', 'all'] as const;
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
  requestedBy: field.text(100),
});

const KIND_CHOICES = KIND_NAMES.map((value) => ({ value, label: KINDS[value] }));
const STATE_CHOICES = STATE_NAMES.map((value) => ({ value, label: STATES[value] }));

/** Screen `/admin/approvals` with three lists: approvals that wait for the user, that the user decided, and all. */
export function Screen() {
  const may = useMay();
  const decides = may('approvals:decide');
  const exported = useExport(EXPORT_PATH);
  const view = useFilters(VIEW).filters.view ?? (decides ? 'waiting' : 'all');
  return (
    <Page
      title={texts.list.title}
      lead={texts.list.lead}
      actions={
        view === 'all' &&
        may('audit:export') && <ExportButton exported={exported} address={EXPORT_PATH} label={texts.list.export} />
      }
    >
      <ExportProgress exported={exported} address={EXPORT_PATH} />
      {decides && (
        <Views
          label={texts.list.views}
          views={VIEWS.map((of) => ({ title: texts.list[of], to: PATH, search: { view: of }, isShown: of === view }))}
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

const SUBJECT: Column<ApprovalRow> = { title: texts.list.request, cell: ({ title }) => <Visible text={title} /> };
const KIND: Column<ApprovalRow> = { title: texts.list.kind, cell: ({ subjectKind }) => KINDS[subjectKind] };
const REQUESTER: Column<ApprovalRow> = {
  title: texts.list.requester,
  cell: ({ requestedBy, requester }) => <ActorLabel actor={requestedBy} seen={requester} brief />,
};

const WAITING_COLUMNS: readonly Column<ApprovalRow>[] = [
  SUBJECT,
  KIND,
  REQUESTER,
  { title: texts.list.findings, cell: ({ facts }) => <FindingsCell facts={facts} /> },
  {
    title: texts.list.approvedBy,
    isMinor: true,
    cell: ({ decisions, quorum }) => texts.list.ofQuorum(decisions.length, quorum),
  },
  {
    title: texts.list.ends,
    cell: ({ expiresAt }) => (
      <span className="approvals-due" data-soon={isSoon(expiresAt) || undefined}>
        <When at={expiresAt} ago />
      </span>
    ),
  },
];

function FindingsCell({ facts }: Pick<ApprovalRow, 'facts'>) {
  const kinds = findingKinds(facts);
  if (kinds === null) return <span className="unknown">{texts.list.notSearched}</span>;
  if (kinds === 0) return <>{texts.list.noFindings}</>;
  return <StatusBadge tone="care">{texts.list.findingKinds(kinds)}</StatusBadge>;
}

/** List of approvals that wait for the user's decision, soonest deadline first, with live updates. */
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
          <ChoiceFilter label={texts.list.kind} {...bind('kind')} choices={KIND_CHOICES} />
          {channels.length > 0 && (
            <ChoiceFilter
              label={texts.list.channel}
              {...bind('channel')}
              choices={channels.map((value) => ({ value, label: enumLabel(value) }))}
            />
          )}
          <ChoiceFilter
            label={texts.list.ends}
            {...bind('due')}
            choices={[{ value: 'day', label: texts.list.withinADay }]}
            any={texts.list.anyTime}
          />
        </>
      }
      emptyText={texts.list.noneWaiting}
      noMatchText={texts.list.noneWaitingMatch}
      emptyAction={<AllRequests />}
      beforeTable={
        <>
          <LiveNotice state={live} />
          {counts && counts.total > 0 && (
            <p className="approvals-sum">{texts.list.summary(counts.total, counts.dueWithinADay)}</p>
          )}
        </>
      }
      table={(rows, pageInfo) => (
        <ApprovalTable caption={texts.list.waitingCaption} columns={WAITING_COLUMNS} rows={rows} pageInfo={pageInfo} />
      )}
    />
  );
}

/** List of approvals that the user decided, or of all approvals. */
function RecordedList({ isMine }: { isMine: boolean }) {
  const { actor } = useViewer();
  const filterState = useFilters(RECORDED);
  const { filters, bind } = filterState;
  const { kind, state, requestedBy } = filters;
  const query = useQueryOf(ApprovalsRecordedDocument, {
    filter: {
      ...(kind && { subjectKind: [kind] }),
      ...(state && { state: [state] }),
      ...(requestedBy && { requestedBy: [requestedBy] }),
      ...(isMine && { decidedBy: [actor] }),
    },
    ...usePage(),
  });
  usePageVisible(query.again);
  const mine: Column<ApprovalRow> = {
    title: texts.list.decision,
    cell: ({ decisions }) => {
      const verdict = decisions.find(({ decidedBy }) => decidedBy === actor)?.verdict;
      return verdict === 'APPROVE' ? texts.states.APPROVED : verdict === 'REJECT' ? texts.states.REJECTED : null;
    },
  };
  const columns: readonly Column<ApprovalRow>[] = [
    SUBJECT,
    KIND,
    REQUESTER,
    ...(isMine ? [mine] : []),
    { title: texts.request.status, cell: ({ state }) => <StateBadge state={state} /> },
    { title: texts.list.created, isMinor: true, cell: ({ createdAt }) => <When at={createdAt} /> },
    { title: texts.list.ended, cell: ({ decidedAt }) => (decidedAt ? <When at={decidedAt} /> : null) },
  ];
  return (
    <List
      query={query}
      rows={8}
      connectionOf={({ approvals }) => approvals}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter label={texts.list.kind} {...bind('kind')} choices={KIND_CHOICES} />
          <ChoiceFilter label={texts.request.status} {...bind('state')} choices={STATE_CHOICES} />
          <TextFilter label={texts.list.requester} placeholder={texts.list.requesterExample} {...bind('requestedBy')} />
        </>
      }
      emptyText={isMine ? texts.list.noneDecided : texts.list.empty}
      noMatchText={texts.list.noMatch}
      emptyAction={isMine && <AllRequests />}
      table={(rows, pageInfo) => (
        <ApprovalTable
          caption={isMine ? texts.list.decidedCaption : texts.list.allCaption}
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
      {texts.list.showAll}
    </PageLink>
  );
}

export function StateBadge({ state }: Pick<ApprovalRow, 'state'>) {
  const tone = state === 'PENDING' ? 'care' : state === 'REJECTED' ? 'bad' : 'plain';
  return <StatusBadge tone={tone}>{STATES[state]}</StatusBadge>;
}

/** Table of requests. The keys j and k focus its first and last row. */
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
      <p className="hint approvals-keys">{texts.list.keys(<kbd>j</kbd>, <kbd>k</kbd>, <kbd>Enter</kbd>)}</p>
    </>
  );
}

/** Focuses the first or last row. When a row has the focus, the table handles the keys itself. */
function focusRow(which: 'first' | 'last'): void {
  if (document.activeElement?.matches('.row-link')) return;
  const rows = [...document.querySelectorAll<HTMLElement>('.row-link')];
  rows.at(which === 'first' ? 0 : -1)?.focus();
}
