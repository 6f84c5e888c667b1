import { Button } from '@mantine/core';
import { LogChoicesDocument, RunLogDocument, type RunLogQuery } from '../../web/generated/gateway/graphql.ts';
import { field, filtersOf, stringifySearch, useFilters, usePage } from '../../web/kit/address.ts';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { ExportButton, ExportProgress } from '../../web/kit/export.tsx';
import { useExport } from '../../web/kit/exports.ts';
import { ChoiceFilter, DayFilter, Filters, TextFilter } from '../../web/kit/filters.tsx';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';
import { Page } from '../../web/kit/page.tsx';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Id, Money, StatusBadge, When, wordsOf } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { CostFilter, microsIn } from './cost-filter.tsx';
import { RunOutcome, Took } from './run-status.tsx';

type Row = RunLogQuery['runs']['nodes'][number];

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
type Given = ReturnType<typeof useFilters<typeof FILTERS>>['filters'];

const COLUMNS: readonly Column<Row>[] = [
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
  { title: 'Took', isNumber: true, cell: ({ durationMs }) => <Took ms={durationMs} /> },
  {
    title: 'Cost',
    isNumber: true,
    cell: ({ costMicros, isEstimated }) => <Money micros={costMicros} isEstimated={isEstimated} />,
  },
  { title: 'Customer', isMinor: true, cell: ({ customerId }) => <Id value={customerId} short /> },
];

/** `/admin/runs`: every run of a task, newest first. */
export function Screen() {
  const { filters, set, isFiltered, clear } = useFilters(FILTERS);
  const may = useMay();
  const exported = useExport(EXPORT_PATH);
  const asked = useQueryOf(RunLogDocument, { filter: filterOf(filters), ...usePage() });
  const { data: choices } = useQueryOf(LogChoicesDocument, {});
  return (
    <Page
      title="Log"
      lead="Every run of a task: where it went, why, how long it took and what it cost."
      actions={may('runs:export') && <ExportButton of={exported} address={exportOf(filters)} />}
    >
      <ExportProgress of={exported} address={exportOf(filters)} />
      <Filters isFiltered={isFiltered} clear={clear}>
        <ChoiceFilter
          label="Task"
          value={filters.task}
          choices={choicesOf(choices?.tasks, filters.task)}
          change={(task) => set({ task })}
        />
        <ChoiceFilter
          label="Answered by"
          value={filters.deployment}
          choices={choicesOf(choices?.deployments, filters.deployment)}
          change={(deployment) => set({ deployment })}
        />
        <ChoiceFilter
          label="Outcome"
          value={filters.status}
          choices={STATUSES.map((value) => ({ value, label: wordsOf(value) }))}
          change={(status) => set({ status })}
        />
        <ChoiceFilter
          label="Simulated"
          value={filters.simulated}
          choices={[
            { value: 'false', label: 'Real answers' },
            { value: 'true', label: 'Simulated ones' },
          ]}
          change={(simulated) => set({ simulated })}
        />
        <ChoiceFilter
          label="Held"
          value={filters.held}
          choices={[
            { value: 'true', label: 'Held for approval' },
            { value: 'false', label: 'Not held' },
          ]}
          change={(held) => set({ held })}
        />
        <TextFilter
          label="Customer"
          placeholder="cus_…"
          value={filters.customer}
          change={(customer) => set({ customer })}
        />
        <TextFilter label="Customer’s key" placeholder="An id" value={filters.key} change={(key) => set({ key })} />
        <TextFilter label="Asked by" placeholder="agent:agt_…" value={filters.by} change={(by) => set({ by })} />
        <CostFilter label="Cost at least" value={filters.costs} change={(costs) => set({ costs })} />
        <CostFilter
          label="Cost at most"
          value={filters['costs-at-most']}
          change={(most) => set({ 'costs-at-most': most })}
        />
        <DayFilter label="From" value={filters.from} change={(from) => set({ from })} />
        <DayFilter label="To" value={filters.to} change={(to) => set({ to })} />
      </Filters>
      <Shown asked={asked} rows={20}>
        {({ runs: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Empty
              action={
                isFiltered ? (
                  <Button variant="default" onClick={clear}>
                    Show all
                  </Button>
                ) : (
                  <Button component="a" href="/for/developer-sanctuary" variant="default">
                    Run a first task
                  </Button>
                )
              }
            >
              {isFiltered ? 'No run fits these filters.' : 'Nobody has run a task yet.'}
            </Empty>
          ) : (
            <DataTable
              caption="Runs of tasks"
              rows={nodes}
              columns={COLUMNS}
              linkTo={({ id }) => `/admin/runs/${id}`}
              pageInfo={pageInfo}
            />
          )
        }
      </Shown>
    </Page>
  );
}

function filterOf({ task, deployment, status, customer, key, by, simulated, held, from, to, ...given }: Given) {
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
function exportOf({ task, deployment, status, customer, key, by, simulated, held, from, to, ...given }: Given): string {
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
