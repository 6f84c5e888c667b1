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
  { title: 'When', cell: ({ startedAt }) => <When at={startedAt} /> },
  { title: 'Task', cell: ({ task }) => <code>{task}</code> },
  { title: 'Outcome', cell: (run) => <RunOutcome {...run} /> },
  {
    title: 'Answered by',
    cell: ({ deployment, isSimulated }) => (
      <>
        {deployment ? <code>{deployment}</code> : <span className="unknown">nobody</span>}
        {isSimulated && (
          <>
            {' '}
            <StatusBadge tone="care">Simulated</StatusBadge>
          </>
        )}
      </>
    ),
  },
  { title: 'Took', isNumber: true, cell: ({ durationMs }) => <Duration ms={durationMs} /> },
  {
    title: 'Cost',
    isNumber: true,
    cell: ({ costMicros, isEstimated }) => <Money micros={costMicros} isEstimated={isEstimated} />,
  },
  { title: 'Customer', isMinor: true, cell: ({ customerId }) => <Id value={customerId} short /> },
];

/** `/admin/runs`: every run of a task, newest first. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const may = useMay();
  const exported = useExport(EXPORT_PATH);
  const query = useQueryOf(RunLogDocument, { filter: filterOf(filters), ...usePage() });
  const { data: choices } = useQueryOf(LogChoicesDocument, {});
  return (
    <ListScreen
      title="Log"
      lead="Every run of a task: where it went, why, how long it took and what it cost."
      actions={may('runs:export') && <ExportButton exported={exported} address={exportOf(filters)} />}
      intro={<ExportProgress exported={exported} address={exportOf(filters)} />}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter label="Task" {...bind('task')} choices={choicesOf(choices?.tasks, filters.task)} />
          <ChoiceFilter
            label="Answered by"
            {...bind('deployment')}
            choices={choicesOf(choices?.deployments, filters.deployment)}
          />
          <ChoiceFilter
            label="Outcome"
            {...bind('status')}
            choices={STATUSES.map((value) => ({ value, label: enumLabel(value) }))}
          />
          <ChoiceFilter
            label="Simulated"
            {...bind('simulated')}
            choices={[
              { value: 'false', label: 'Real answers' },
              { value: 'true', label: 'Simulated ones' },
            ]}
          />
          <ChoiceFilter
            label="Held"
            {...bind('held')}
            choices={[
              { value: 'true', label: 'Held for approval' },
              { value: 'false', label: 'Not held' },
            ]}
          />
          <TextFilter label="Customer" placeholder="cus_…" {...bind('customer')} />
          <TextFilter label="Customer’s key" placeholder="An id" {...bind('key')} />
          <TextFilter label="Asked by" placeholder="agent:agt_…" {...bind('by')} />
          <CostFilter label="Cost at least" {...bind('costs')} />
          <CostFilter label="Cost at most" {...bind('costs-at-most')} />
          <DayFilter label="From" {...bind('from')} />
          <DayFilter label="To" {...bind('to')} />
        </>
      }
      query={query}
      rows={20}
      connectionOf={(data) => data.runs}
      emptyText="Nobody has run a task yet."
      noMatchText="No run fits these filters."
      emptyAction={
        <Button component="a" href="/for/developer-sanctuary" variant="default">
          Run a first task
        </Button>
      }
      table={{ caption: 'Runs of tasks', columns: COLUMNS, linkTo: ({ id }) => `/admin/runs/${id}` }}
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

/** The same runs as a file, signed for. */
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

/** What the catalogue has, and what the address names though the catalogue has it no more: the log has it still. */
function choicesOf(known: readonly { name: string }[] | undefined, given: string | undefined) {
  const names = new Set([...(known ?? []).map(({ name }) => name), ...(given ? [given] : [])]);
  return [...names].toSorted().map((value) => ({ value, label: value }));
}
