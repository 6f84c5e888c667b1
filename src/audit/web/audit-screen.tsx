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
import { texts } from './texts.ts';

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
  { title: texts.entry.time, cell: ({ happenedAt }) => <When at={happenedAt} /> },
  { title: texts.entry.action, cell: ({ action }) => <code>{action}</code> },
  { title: texts.entry.outcome, cell: (entry) => <OutcomeBadge {...entry} /> },
  { title: texts.entry.actor, cell: ({ actor }) => <Actor actor={actor} names={names} /> },
  {
    title: texts.list.subject,
    isMinor: true,
    cell: ({ subjectIds }) =>
      subjectIds.length === 0 ? null : (
        <>
          <Id value={subjectIds[0]!} short />
          {subjectIds.length > 1 && <span className="hint"> {texts.list.more(subjectIds.length - 1)}</span>}
        </>
      ),
  },
];

const OUTCOMES = [
  { value: 'DONE', label: texts.outcome.done },
  { value: 'REFUSED', label: texts.outcome.refused },
];

/** Screen `/admin/audit`: audit entries of changes and refused attempts, newest first. */
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
      title={texts.list.title}
      lead={texts.list.lead}
      actions={may('audit:export') && <ExportButton exported={exported} address={exportOf(filters)} />}
      intro={<ExportProgress exported={exported} address={exportOf(filters)} />}
      filterState={filterState}
      filters={
        <>
          <TextFilter label={texts.entry.actor} placeholder={texts.list.actorExample} {...bind('actor')} />
          <TextFilter label={texts.entry.action} placeholder={texts.list.actionExample} {...bind('action')} />
          <TextFilter label={texts.list.subject} placeholder={texts.list.subjectExample} {...bind('subject')} />
          <ChoiceFilter label={texts.entry.outcome} {...bind('outcome')} choices={OUTCOMES} />
          <DayFilter label={texts.list.from} {...bind('from')} />
          <DayFilter label={texts.list.to} {...bind('to')} />
        </>
      }
      query={query}
      rows={20}
      connectionOf={(data) => data.auditTrail}
      emptyText={texts.list.empty}
      noMatchText={texts.list.noMatch}
      table={{
        caption: texts.list.caption,
        columns,
        linkTo: ({ id }) => `/admin/audit/${id}`,
        isOpen: ({ id }) => id === entryId,
      }}
    />
  );
}

/** Address of the export of the audit trail with the current filters. */
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
