import './seals.css';
import { LogNowDocument, SealListDocument, type SealListQuery } from '../../web/generated/seals/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import type { Column } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, DayFilter, TextFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Id, StatusBadge, When } from '../../web/kit/values.tsx';
import { Visible } from '../../web/kit/visible-text.tsx';
import { FindByFile } from './find-by-file.tsx';
import { LogLine } from './log-line.tsx';
import { byteCount, choicesOf, STATUS_LABELS, SUBJECT_LABELS } from './seal-labels.ts';

type Seal = SealListQuery['seals']['nodes'][number];

const FILTERS = filtersOf({
  subject: field.oneOf(['ASSET', 'TEXT', 'OUTPUT', 'VERIFIER']),
  status: field.oneOf(['SEALED', 'PENDING_TIMESTAMP', 'SUPERSEDED', 'REVOKED']),
  sha256: field.text(64),
  key: field.text(64),
  from: field.day(),
  to: field.day(),
  order: field.oneOf(['OLDEST']),
});

const STATUSES = Object.entries(STATUS_LABELS).map(([value, { word }]) => ({ value, label: word }));

const COLUMNS: readonly Column<Seal>[] = [
  { title: 'Sealed', cell: ({ sealedAt }) => <When at={sealedAt} /> },
  {
    title: 'Content',
    cell: ({ subject, asset, isPrivate, bytesPurgedAt }) => (
      <>
        {SUBJECT_LABELS[subject]}
        {asset && (
          <>
            {' '}
            <span className="seals-title">
              <Visible text={asset.title} />
            </span>
          </>
        )}
        {isPrivate && <span className="hint"> private</span>}
        {bytesPurgedAt && <span className="hint"> bytes erased</span>}
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ status }) => <StatusBadge tone={STATUS_LABELS[status].tone}>{STATUS_LABELS[status].word}</StatusBadge>,
  },
  { title: 'Log entry', isNumber: true, cell: ({ logIndex }) => logIndex.toLocaleString('en') },
  { title: 'SHA-256', cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 16)}…</code> },
  { title: 'Size', isNumber: true, isMinor: true, cell: ({ byteLength }) => byteCount(byteLength) },
  { title: 'Seal', isMinor: true, cell: ({ id }) => <Id value={id} short /> },
];

/** `/admin/seals`: all seals, and the status of the log. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, set, bind } = filterState;
  const { subject, status, sha256, key, from, to, order } = filters;
  const query = useQueryOf(SealListDocument, {
    filter: {
      ...(subject && { subject: [subject] }),
      ...(status && { status: [status] }),
      ...(sha256 && { sha256: [sha256] }),
      ...(key && { keyId: [key] }),
      sealedAfter: dayBegins(from),
      sealedBefore: dayEnds(to),
    },
    ...(order && { orderBy: { field: 'SEALED_AT', direction: 'ASC' } }),
    ...usePage(),
  });
  const log = useQueryOf(LogNowDocument, {});
  return (
    <ListScreen
      title="Seals"
      lead="Signed statements about exact bytes, recorded in a log that anyone can audit."
      actions={<FindByFile onDigested={(digest) => void set({ sha256: digest })} />}
      intro={<LogLine query={log} />}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter label="Content" {...bind('subject')} choices={choicesOf(SUBJECT_LABELS)} />
          <ChoiceFilter label="Status" {...bind('status')} choices={STATUSES} />
          <TextFilter label="SHA-256 of the bytes" placeholder="64 hex digits" {...bind('sha256')} />
          <TextFilter label="Signing key" placeholder="64 hex digits" {...bind('key')} />
          <DayFilter label="From" {...bind('from')} />
          <DayFilter label="To" {...bind('to')} />
          <ChoiceFilter
            label="Order"
            any="Newest first"
            {...bind('order')}
            choices={[{ value: 'OLDEST', label: 'Oldest first' }]}
          />
        </>
      }
      hasNarrowFilters
      query={query}
      rows={20}
      connectionOf={(data) => data.seals}
      emptyText="No seals yet."
      noMatchText={
        sha256 === undefined
          ? 'No seals match these filters.'
          : 'No seals of these bytes match. A private seal can’t be found by its text: check it on its own page.'
      }
      emptyAction={<ButtonLink to="/admin/bank">Seal a picture</ButtonLink>}
      table={{ caption: 'Seals', columns: COLUMNS, linkTo: ({ id }) => `/admin/seals/${id}` }}
    />
  );
}
