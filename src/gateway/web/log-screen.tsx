import { Button } from '@mantine/core';
import { LogChoicesDocument, RunLogDocument, type RunLogQuery } from '../../web/generated/gateway/graphql.ts';
import { field, filtersOf, stringifySearch, useFilters, usePage } from '../../web/kit/address.ts';
import type { Column } from '../../web/kit/data-table.tsx';
import { ExportButton, ExportProgress } from '../../web/kit/export.tsx';
import { useExport } from '../../web/kit/exports.ts';
import { ChoiceFilter, DayFilter, TextFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel, Id, Money, StatusBadge, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { CostFilter, microsIn } from './cost-filter.tsx';
import { Duration, RunOutcome } from './run-status.tsx';
import { texts } from './texts.ts';

type RunRow = RunLogQuery['runs']['nodes'][number];

const STATUSES = ['SUCCEEDED', 'FAILED', 'CANCELED', 'ABORTED'] as const;

const EXPORT_PATH = '/exports/runs.jsonl';

const FILTERS = filtersOf({
  task: field.text(),
  deployment: field.text(),
  status: field.oneOf(STATUSES),
  customer: field.text(),
  key: field.text(),
  by: field.text(100),
  simulated: field.flag(),
  held: field.flag(),
  costs: field.text(17),
  'costs-at-most': field.text(17),
  from: field.day(),
  to: field.day(),
});
type RunFilters = ReturnType<typeof useFilters<typeof FILTERS>>['filters'];

const COLUMNS: readonly Column<RunRow>[] = [
  { title: texts.run.started, cell: ({ startedAt }) => <When at={startedAt} /> },
  { title: texts.run.task, cell: ({ task }) => <code>{task}</code> },
  { title: texts.run.outcome, cell: (run) => <RunOutcome {...run} /> },
  {
    title: texts.run.deployment,
    cell: ({ deployment, isSimulated }) => (
      <>
        {deployment ? <code>{deployment}</code> : <span className="unknown">{texts.common.none}</span>}
        {isSimulated && (
          <>
            {' '}
            <StatusBadge tone="care">{texts.run.simulated}</StatusBadge>
          </>
        )}
      </>
    ),
  },
  { title: texts.run.duration, isNumber: true, cell: ({ durationMs }) => <Duration ms={durationMs} /> },
  {
    title: texts.run.cost,
    isNumber: true,
    cell: ({ costMicros, isEstimated }) => <Money micros={costMicros} isEstimated={isEstimated} />,
  },
  { title: texts.run.customer, isMinor: true, cell: ({ customerId }) => <Id value={customerId} short /> },
];

/** `/admin/runs`: all runs, newest first. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const may = useMay();
  const exported = useExport(EXPORT_PATH);
  const query = useQueryOf(RunLogDocument, { filter: filterOf(filters), ...usePage() });
  const { data: choices } = useQueryOf(LogChoicesDocument, {});
  return (
    <ListScreen
      title={texts.list.title}
      lead={texts.list.lead}
      actions={may('runs:export') && <ExportButton exported={exported} address={exportOf(filters)} />}
      intro={<ExportProgress exported={exported} address={exportOf(filters)} />}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter label={texts.run.task} {...bind('task')} choices={choicesOf(choices?.tasks, filters.task)} />
          <ChoiceFilter
            label={texts.run.deployment}
            {...bind('deployment')}
            choices={choicesOf(choices?.deployments, filters.deployment)}
          />
          <ChoiceFilter
            label={texts.run.outcome}
            {...bind('status')}
            choices={STATUSES.map((value) => ({ value, label: enumLabel(value) }))}
          />
          <ChoiceFilter
            label={texts.run.simulated}
            {...bind('simulated')}
            choices={[
              { value: 'false', label: texts.list.realAnswers },
              { value: 'true', label: texts.list.simulatedAnswers },
            ]}
          />
          <ChoiceFilter
            label={texts.list.held}
            {...bind('held')}
            choices={[
              { value: 'true', label: texts.run.held },
              { value: 'false', label: texts.run.notHeld },
            ]}
          />
          <TextFilter label={texts.run.customer} placeholder={texts.list.customerExample} {...bind('customer')} />
          <TextFilter label={texts.run.customerKey} placeholder={texts.list.keyExample} {...bind('key')} />
          <TextFilter label={texts.run.requestedBy} placeholder={texts.list.requesterExample} {...bind('by')} />
          <CostFilter label={texts.list.minCost} {...bind('costs')} />
          <CostFilter label={texts.list.maxCost} {...bind('costs-at-most')} />
          <DayFilter label={texts.list.from} {...bind('from')} />
          <DayFilter label={texts.list.to} {...bind('to')} />
        </>
      }
      query={query}
      rows={20}
      connectionOf={(data) => data.runs}
      emptyText={texts.list.empty}
      noMatchText={texts.list.noMatch}
      emptyAction={
        <Button component="a" href="/for/developer-sanctuary" variant="default">
          {texts.list.runTask}
        </Button>
      }
      table={{ caption: texts.list.title, columns: COLUMNS, linkTo: ({ id }) => `/admin/runs/${id}` }}
    />
  );
}

function filterOf({ task, deployment, status, customer, key, by, simulated, held, from, to, ...given }: RunFilters) {
  return {
    ...(task && { task: [task] }),
    ...(deployment && { deployment: [deployment] }),
    ...(status && { status: [status] }),
    ...(customer && { customerId: [customer] }),
    ...(key && { customerKeyId: [key] }),
    ...(by && { requestedBy: [by] }),
    ...(simulated && { isSimulated: simulated === 'true' }),
    ...(held && { isHeld: held === 'true' }),
    minCostMicros: microsIn(given.costs),
    maxCostMicros: microsIn(given['costs-at-most']),
    startedFrom: dayBegins(from),
    startedBefore: dayEnds(to),
  };
}

/** URL that exports the runs with the filters of this screen. */
function exportOf({
  task,
  deployment,
  status,
  customer,
  key,
  by,
  simulated,
  held,
  from,
  to,
  ...given
}: RunFilters): string {
  return `${EXPORT_PATH}${stringifySearch({
    task,
    deployment,
    status,
    customerId: customer,
    customerKeyId: key,
    requestedBy: by,
    isSimulated: simulated,
    isHeld: held,
    minCostMicros: microsIn(given.costs),
    maxCostMicros: microsIn(given['costs-at-most']),
    startedFrom: dayBegins(from),
    startedBefore: dayEnds(to),
  })}`;
}

/**
 * Options of a filter: names in the catalogue, plus the name in the page's URL, since old runs can have names that the catalogue
 * no longer has.
 */
function choicesOf(known: readonly { name: string }[] | undefined, given: string | undefined) {
  const names = new Set([...(known ?? []).map(({ name }) => name), ...(given ? [given] : [])]);
  return [...names].toSorted().map((value) => ({ value, label: value }));
}
