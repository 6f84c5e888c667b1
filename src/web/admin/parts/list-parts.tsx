import { useState } from 'react';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { DocumentChanges } from '../../kit/document-changes.tsx';
import { ChoiceFilter, DayFilter, Filters, TextFilter } from '../../kit/filters.tsx';
import { Section } from '../../kit/page.tsx';
import { useOpenParamsOf } from '../../kit/params.ts';
import { Id, Money, StatusBadge, When } from '../../kit/values.tsx';
import { EXAMPLE_RUNS, type ExampleRun } from './example-runs.ts';
import { Part } from './part.tsx';
import { texts } from './texts.ts';

const COLUMNS: readonly Column<ExampleRun>[] = [
  { title: texts.lists.time, cell: ({ at }) => <When at={at} /> },
  { title: texts.lists.task, cell: ({ task }) => <code>{task}</code> },
  { title: texts.lists.status, cell: ({ tone, state }) => <StatusBadge tone={tone}>{state}</StatusBadge> },
  { title: texts.lists.run, cell: ({ id }) => <Id value={id} short />, isMinor: true },
  { title: texts.lists.cost, cell: ({ micros }) => <Money micros={micros} />, isNumber: true },
];

const CHANGES = {
  count: 3,
  changes: [
    { operation: 'REPLACE', pointer: '/tasks/0/maxOutputTokens', before: 2_048, after: 4_096 },
    { operation: 'ADD', pointer: '/tasks/0/gates/0', after: 'approval' },
  ],
};

export function ListParts() {
  const [task, setTask] = useState<string | null>(null);
  const [state, setState] = useState<string | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const { part } = useOpenParamsOf('/admin/parts/$part');
  const rows = EXAMPLE_RUNS.filter(
    (row) => row.task.includes(task ?? '') && (!state || row.state === state) && row.at.startsWith(day ?? ''),
  );
  const clear = () => {
    setTask(null);
    setState(null);
    setDay(null);
  };
  return (
    <Section title={texts.lists.title}>
      <Part name="Filters" when={texts.lists.filters}>
        <Filters isFiltered={Boolean(task || state || day)} onClear={clear}>
          <TextFilter
            label={texts.lists.task}
            placeholder={texts.lists.taskExample}
            value={task ?? undefined}
            onChange={setTask}
          />
          <ChoiceFilter
            label={texts.lists.status}
            value={state ?? undefined}
            onChange={setState}
            choices={['Succeeded', 'Waiting', 'Refused'].map((one) => ({ value: one, label: one }))}
          />
          <DayFilter label={texts.lists.day} value={day ?? undefined} onChange={setDay} />
        </Filters>
      </Part>
      <Part name="DataTable" when={texts.lists.table}>
        <DataTable
          caption={texts.lists.caption}
          rows={rows}
          columns={COLUMNS}
          linkTo={({ id }) => `/admin/parts/${id}`}
          openId={part}
          pageInfo={{ hasNextPage: true, hasPreviousPage: true, startCursor: 'a', endCursor: 'b' }}
        />
      </Part>
      <Part name="DocumentChanges" when={texts.lists.changes}>
        <DocumentChanges value={CHANGES} />
      </Part>
    </Section>
  );
}
