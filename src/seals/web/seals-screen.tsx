import './seals.css';
import { Button } from '@mantine/core';
import { LogNowDocument, SealListDocument, type SealListQuery } from '../../web/generated/seals/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, DayFilter, Filters, TextFilter } from '../../web/kit/filters.tsx';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';
import { Page } from '../../web/kit/page.tsx';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Id, StatusBadge, When } from '../../web/kit/values.tsx';
import { Visible } from '../../web/kit/visible-text.tsx';
import { FindByFile } from './find-by-file.tsx';
import { LogLine } from './log-line.tsx';
import { bytesInWords, choicesOf, STATUS_WORDS, SUBJECT_WORDS } from './words.ts';

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

const STATUSES = Object.entries(STATUS_WORDS).map(([value, { word }]) => ({ value, label: word }));

const COLUMNS: readonly Column<Seal>[] = [
  { title: 'Sealed', cell: ({ sealedAt }) => <When at={sealedAt} /> },
  {
    title: 'What',
    cell: ({ subject, asset, isPrivate, bytesPurgedAt }) => (
      <>
        {SUBJECT_WORDS[subject]}
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
    title: 'State',
    cell: ({ status }) => <StatusBadge tone={STATUS_WORDS[status].tone}>{STATUS_WORDS[status].word}</StatusBadge>,
  },
  { title: 'Place in the log', isNumber: true, cell: ({ logIndex }) => logIndex.toLocaleString('en') },
  { title: 'SHA-256', cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 16)}…</code> },
  { title: 'Size', isNumber: true, isMinor: true, cell: ({ byteLength }) => bytesInWords(byteLength) },
  { title: 'Seal', isMinor: true, cell: ({ id }) => <Id value={id} short /> },
];

/** `/admin/seals`: everything that was sealed, and how the log stands. */
export function Screen() {
  const { filters, set, isFiltered, clear } = useFilters(FILTERS);
  const { subject, status, sha256, key, from, to, order } = filters;
  const asked = useQueryOf(SealListDocument, {
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
    <Page
      title="Seals"
      lead="Signed statements about exact bytes, in a log that anybody can audit. None is ever taken back unseen."
      actions={<FindByFile found={(digest) => void set({ sha256: digest })} />}
    >
      <LogLine asked={log} />
      <div className="seals-filters">
        <Filters isFiltered={isFiltered} clear={clear}>
          <ChoiceFilter
            label="What"
            value={subject}
            choices={choicesOf(SUBJECT_WORDS)}
            change={(value) => set({ subject: value })}
          />
          <ChoiceFilter label="State" value={status} choices={STATUSES} change={(value) => set({ status: value })} />
          <TextFilter
            label="SHA-256 of the bytes"
            placeholder="64 hex digits"
            value={sha256}
            change={(value) => set({ sha256: value })}
          />
          <TextFilter
            label="Signed with the key"
            placeholder="64 hex digits"
            value={key}
            change={(value) => set({ key: value })}
          />
          <DayFilter label="From" value={from} change={(value) => set({ from: value })} />
          <DayFilter label="To" value={to} change={(value) => set({ to: value })} />
          <ChoiceFilter
            label="Order"
            any="Newest first"
            value={order}
            choices={[{ value: 'OLDEST', label: 'Oldest first' }]}
            change={(value) => set({ order: value })}
          />
        </Filters>
      </div>
      <Shown asked={asked} rows={20}>
        {({ seals: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Nothing isFiltered={isFiltered} isByDigest={sha256 !== undefined} clear={clear} />
          ) : (
            <DataTable
              caption="Seals"
              rows={nodes}
              columns={COLUMNS}
              linkTo={({ id }) => `/admin/seals/${id}`}
              pageInfo={pageInfo}
            />
          )
        }
      </Shown>
    </Page>
  );
}

function Nothing({ isFiltered, isByDigest, clear }: { isFiltered: boolean; isByDigest: boolean; clear(): void }) {
  if (!isFiltered)
    return (
      <Empty action={<ButtonLink to="/admin/bank">Seal a picture of the bank</ButtonLink>}>
        Nothing is sealed yet.
      </Empty>
    );
  return (
    <Empty
      action={
        <Button variant="default" onClick={clear}>
          Show all
        </Button>
      }
    >
      {isByDigest
        ? 'No seal of these bytes fits. One that has a salt is not found by its text: its own page checks that.'
        : 'No seal fits these filters.'}
    </Empty>
  );
}
