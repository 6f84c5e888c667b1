import './seals.css';
import { LogStatusDocument, SealListDocument, type SealListQuery } from '../../web/generated/seals/graphql.ts';
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
import { choicesOf, STATUS_LABELS } from './seal-labels.ts';
import { texts } from './texts.ts';

type Seal = SealListQuery['seals']['nodes'][number];

const FILTERS = filtersOf({
  subject: field.oneOf(['ASSET', 'TEXT', 'OUTPUT', 'DOCUMENT_VERSION', 'CITATIONS', 'QUOTATION_REPORT', 'VERIFIER']),
  status: field.oneOf(['SEALED', 'PENDING_TIMESTAMP', 'SUPERSEDED', 'REVOKED']),
  sha256: field.text(64),
  key: field.text(64),
  from: field.day(),
  to: field.day(),
  order: field.oneOf(['OLDEST']),
});

const STATUSES = Object.entries(STATUS_LABELS).map(([value, { word }]) => ({ value, label: word }));

const COLUMNS: readonly Column<Seal>[] = [
  { title: texts.list.sealed, cell: ({ sealedAt }) => <When at={sealedAt} /> },
  {
    title: texts.list.content,
    cell: ({ subject, asset, isPrivate, bytesPurgedAt }) => (
      <>
        {texts.subjects[subject]}
        {asset && (
          <>
            {' '}
            <span className="seals-title">
              <Visible text={asset.title} />
            </span>
          </>
        )}
        {isPrivate && <span className="hint"> {texts.list.private}</span>}
        {bytesPurgedAt && <span className="hint"> {texts.list.bytesErased}</span>}
      </>
    ),
  },
  {
    title: texts.list.status,
    cell: ({ status }) => <StatusBadge tone={STATUS_LABELS[status].tone}>{STATUS_LABELS[status].word}</StatusBadge>,
  },
  { title: texts.list.logEntry, isNumber: true, cell: ({ logIndex }) => texts.number(logIndex) },
  { title: texts.list.hash, cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 16)}…</code> },
  { title: texts.list.size, isNumber: true, isMinor: true, cell: ({ byteLength }) => texts.bytes(byteLength) },
  { title: texts.list.seal, isMinor: true, cell: ({ id }) => <Id value={id} short /> },
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
  const log = useQueryOf(LogStatusDocument, {});
  return (
    <ListScreen
      title={texts.list.title}
      lead={texts.list.lead}
      actions={<FindByFile onDigested={(digest) => void set({ sha256: digest })} />}
      intro={<LogLine query={log} />}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter label={texts.list.content} {...bind('subject')} choices={choicesOf(texts.subjects)} />
          <ChoiceFilter label={texts.list.status} {...bind('status')} choices={STATUSES} />
          <TextFilter label={texts.list.bytesHash} placeholder={texts.list.hexExample} {...bind('sha256')} />
          <TextFilter label={texts.list.signingKey} placeholder={texts.list.hexExample} {...bind('key')} />
          <DayFilter label={texts.list.from} {...bind('from')} />
          <DayFilter label={texts.list.to} {...bind('to')} />
          <ChoiceFilter
            label={texts.list.order}
            any={texts.list.newestFirst}
            {...bind('order')}
            choices={[{ value: 'OLDEST', label: texts.list.oldestFirst }]}
          />
        </>
      }
      hasNarrowFilters
      query={query}
      rows={20}
      connectionOf={(data) => data.seals}
      emptyText={texts.list.empty}
      noMatchText={sha256 === undefined ? texts.list.noMatch : texts.list.noMatchForBytes}
      emptyAction={<ButtonLink to="/admin/bank">{texts.list.sealPicture}</ButtonLink>}
      table={{ caption: texts.list.title, columns: COLUMNS, linkTo: ({ id }) => `/admin/seals/${id}` }}
    />
  );
}
