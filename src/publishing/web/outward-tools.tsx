import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  OutwardToolMarksDocument,
  type OutwardToolMarksQuery,
  UnmarkOutwardToolDocument,
  type UnmarkOutwardToolMutation,
} from '../../web/generated/publishing/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { announce } from '../../web/kit/announce.tsx';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { Confirm } from '../../web/kit/confirm.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, Filters } from '../../web/kit/filters.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { Section } from '../../web/kit/page.tsx';
import { Empty, OutcomeNotice, Shown } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
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
      <TakeAway mark={ending} close={() => setEnding(null)} />
    </Section>
  );
}

function TakeAway({ mark, close }: { mark: Mark | null; close(): void }) {
  const [unmark, isUnderWay] = useMutationOf(UnmarkOutwardToolDocument);
  const [outcome, setOutcome] = useState<Outcome<UnmarkOutwardToolMutation> | null>(null);
  const end = () => {
    setOutcome(null);
    close();
  };
  const confirm = async () => {
    const done = await unmark({ input: { outwardToolId: mark!.id } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(`Calls of ${mark!.name} are handed on again.`);
    end();
  };
  return (
    <Confirm
      isOpen={mark !== null}
      title="Take the mark away?"
      action="Take it away"
      isDangerous
      isUnderWay={isUnderWay}
      confirm={confirm}
      close={end}
    >
      <p>
        Calls of <code>{mark?.name}</code> are handed on again, and nobody is asked, unless another mark has it, too.
      </p>
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
