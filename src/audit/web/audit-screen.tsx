import { AuditTrailDocument, type AuditTrailQuery } from '../../web/generated/audit/graphql.ts';
import { Actor, type ActorNames, useActorNames } from '../../web/kit/actor.tsx';
import { field, filtersOf, stringifySearch, useFilters, usePage } from '../../web/kit/address.ts';
import type { Column } from '../../web/kit/data-table.tsx';
import { ExportButton, ExportProgress } from '../../web/kit/export.tsx';
import { useExport } from '../../web/kit/exports.ts';
import { ChoiceFilter, DayFilter, TextFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';
import { useOpenParamsOf } from '../../web/kit/params.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Id, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

type Entry = AuditTrailQuery['auditTrail']['nodes'][number];

const EXPORT_PATH = '/exports/audit-trail.jsonl';

const FILTERS = filtersOf({
  actor: field.text(),
  action: field.text(),
  subject: field.text(),
  outcome: field.oneOf(['DONE', 'REFUSED']),
  from: field.day(),
  to: field.day(),
});

const columnsOf = (names: ActorNames): readonly Column<Entry>[] => [
  { title: 'When', cell: ({ happenedAt }) => <When at={happenedAt} /> },
  { title: 'What', cell: ({ action }) => <code>{action}</code> },
  { title: 'Outcome', cell: (entry) => <OutcomeBadge {...entry} /> },
  { title: 'Who', cell: ({ actor }) => <Actor actor={actor} names={names} /> },
  {
    title: 'To what',
    isMinor: true,
    cell: ({ subjectIds }) =>
      subjectIds.length === 0 ? null : (
        <>
          <Id value={subjectIds[0]!} short />
          {subjectIds.length > 1 && <span className="hint"> and {subjectIds.length - 1} more</span>}
        </>
      ),
  },
];

const OUTCOMES = [
  { value: 'DONE', label: 'Done' },
  { value: 'REFUSED', label: 'Refused' },
];

/** `/admin/audit`: what was changed or tried, newest first. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { actor, action, subject, outcome, from, to } = filters;
  const { entryId } = useOpenParamsOf('/admin/audit/$entryId');
  const may = useMay();
  const exported = useExport(EXPORT_PATH);
  const query = useQueryOf(AuditTrailDocument, {
    filter: {
      ...(actor && { actor: [actor] }),
      ...(action && { action: [action] }),
      ...(subject && { subjectId: [subject] }),
      ...(outcome && { outcome: [outcome] }),
      happenedFrom: dayBegins(from),
      happenedBefore: dayEnds(to),
    },
    ...usePage(),
  });
  const columns = columnsOf(useActorNames(query.data?.auditTrail.nodes.map(({ actor }) => actor) ?? []));
  return (
    <ListScreen
      title="Audit"
      lead="What everybody has changed, or tried to and was refused. It cannot be changed."
      actions={may('audit:export') && <ExportButton exported={exported} address={exportOf(filters)} />}
      intro={<ExportProgress exported={exported} address={exportOf(filters)} />}
      filterState={filterState}
      filters={
        <>
          <TextFilter label="Who" placeholder="operator:op_…" {...bind('actor')} />
          <TextFilter label="What" placeholder="signIn" {...bind('action')} />
          <TextFilter label="To what" placeholder="An id" {...bind('subject')} />
          <ChoiceFilter label="Outcome" {...bind('outcome')} choices={OUTCOMES} />
          <DayFilter label="From" {...bind('from')} />
          <DayFilter label="To" {...bind('to')} />
        </>
      }
      query={query}
      rows={20}
      connectionOf={(data) => data.auditTrail}
      emptyText="Nobody has changed anything yet."
      noMatchText="Nothing was done that fits these filters."
      table={{
        caption: 'Entries of the audit trail',
        columns,
        linkTo: ({ id }) => `/admin/audit/${id}`,
        isOpen: ({ id }) => id === entryId,
      }}
    />
  );
}

/** The same entries as a file, signed for. */
function exportOf({
  actor,
  action,
  subject,
  outcome,
  from,
  to,
}: ReturnType<typeof useFilters<typeof FILTERS>>['filters']) {
  const happenedFrom = dayBegins(from);
  const happenedBefore = dayEnds(to);
  return `${EXPORT_PATH}${stringifySearch({ actor, action, subjectId: subject, outcome, happenedFrom, happenedBefore })}`;
}
