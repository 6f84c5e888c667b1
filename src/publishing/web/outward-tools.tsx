import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  OutwardToolMarksDocument,
  type OutwardToolMarksQuery,
  UnmarkOutwardToolDocument,
} from '../../web/generated/publishing/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, Filters } from '../../web/kit/filters.tsx';
import { Section } from '../../web/kit/page.tsx';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Id, When, wordsOf } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';

type Mark = OutwardToolMarksQuery['outwardTools']['nodes'][number];

const CHANNELS = ['EMAIL', 'MESSAGING', 'CRM'] as const;
const FILTERS = filtersOf({ channel: field.oneOf(CHANNELS) });
const CHANNEL_CHOICES = CHANNELS.map((value) => ({ value, label: wordsOf(value) }));

/** Tools whose calls are asked of people first, with what marks another and takes a mark away. */
export function OutwardTools() {
  const manages = useMay()('publishing:manage');
  const { filters, set, isFiltered, clear } = useFilters(FILTERS);
  const [ending, setEnding] = useState<Mark | null>(null);
  const asked = useQueryOf(OutwardToolMarksDocument, {
    filter: { ...(filters.channel && { channel: [filters.channel] }) },
    ...usePage(),
  });
  const mark = manages && <ButtonLink to="/admin/publishing/mark">Mark a tool</ButtonLink>;
  const columns: readonly Column<Mark>[] = [
    { title: 'Tool', cell: ({ name, match }) => <code>{match === 'EXACT' ? name : `${name}…`}</code> },
    { title: 'Writes to', cell: ({ channel }) => wordsOf(channel) },
    {
      title: 'Whom it reaches',
      cell: ({ targetPointers, targetPrefix }) => (
        <code>{targetPointers.map((pointer) => `${targetPrefix}${pointer}`).join(', ')}</code>
      ),
    },
    { title: 'For', cell: ({ customerId }) => (customerId ? <Id value={customerId} short /> : 'Everybody') },
    { title: 'Since', isMinor: true, cell: ({ markedAt }) => <When at={markedAt} /> },
    ...(manages
      ? [
          {
            title: 'Mark',
            cell: (one: Mark) => (
              <button type="button" className="link-button" onClick={() => setEnding(one)}>
                Take away<span className="only-heard"> the mark of {one.name}</span>
              </button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Section title="Tools that are asked for first" actions={mark}>
      <p className="hint">A model’s call of such a tool is not handed on: it is filed, and people decide.</p>
      <Filters isFiltered={isFiltered} clear={clear}>
        <ChoiceFilter
          label="Writes to"
          value={filters.channel}
          choices={CHANNEL_CHOICES}
          change={(value) => set({ channel: value })}
        />
      </Filters>
      <Shown asked={asked} rows={3}>
        {({ outwardTools: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Empty
              action={
                isFiltered && (
                  <Button variant="default" onClick={clear}>
                    Show all
                  </Button>
                )
              }
            >
              {isFiltered ? 'No marked tool writes there.' : 'No tool is marked: every call is handed on.'}
            </Empty>
          ) : (
            <DataTable caption="Tools that are marked" rows={nodes} columns={columns} pageInfo={pageInfo} />
          )
        }
      </Shown>
      {ending && <TakeAway mark={ending} close={() => setEnding(null)} />}
    </Section>
  );
}

function TakeAway({ mark: { id, name }, close }: { mark: Mark; close(): void }) {
  return (
    <ConfirmMutation
      document={UnmarkOutwardToolDocument}
      variables={{ input: { outwardToolId: id } }}
      title="Take the mark away?"
      action="Take it away"
      told={`Calls of ${name} are handed on again.`}
      close={close}
    >
      <p>
        Calls of <code>{name}</code> are handed on again, and nobody is asked, unless another mark has it, too.
      </p>
    </ConfirmMutation>
  );
}
