import { useState } from 'react';
import {
  OutwardToolMarksDocument,
  type OutwardToolMarksQuery,
  UnmarkOutwardToolDocument,
} from '../../web/generated/publishing/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import type { Column } from '../../web/kit/data-table.tsx';
import { ChoiceFilter } from '../../web/kit/filters.tsx';
import { List } from '../../web/kit/list.tsx';
import { Section } from '../../web/kit/page.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel, Id, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';

type ToolMark = OutwardToolMarksQuery['outwardTools']['nodes'][number];

const CHANNELS = ['EMAIL', 'MESSAGING', 'CRM'] as const;
const FILTERS = filtersOf({ channel: field.oneOf(CHANNELS) });
const CHANNEL_CHOICES = CHANNELS.map((value) => ({ value, label: enumLabel(value) }));

/** Tools whose calls are asked of people first, with what marks another and takes a mark away. */
export function ExternalTools() {
  const manages = useMay()('publishing:manage');
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const [ending, setEnding] = useState<ToolMark | null>(null);
  const query = useQueryOf(OutwardToolMarksDocument, {
    filter: { ...(filters.channel && { channel: [filters.channel] }) },
    ...usePage(),
  });
  const mark = manages && <ButtonLink to="/admin/publishing/mark">Mark a tool</ButtonLink>;
  const columns: readonly Column<ToolMark>[] = [
    { title: 'Tool', cell: ({ name, match }) => <code>{match === 'EXACT' ? name : `${name}…`}</code> },
    { title: 'Writes to', cell: ({ channel }) => enumLabel(channel) },
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
            cell: (one: ToolMark) => (
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
      <List
        filterState={filterState}
        filters={<ChoiceFilter label="Writes to" {...bind('channel')} choices={CHANNEL_CHOICES} />}
        query={query}
        rows={3}
        connectionOf={(data) => data.outwardTools}
        emptyText="No tool is marked: every call is handed on."
        noMatchText="No marked tool writes there."
        table={{ caption: 'Tools that are marked', columns }}
      />
      {ending && <UnmarkTool mark={ending} onClose={() => setEnding(null)} />}
    </Section>
  );
}

function UnmarkTool({ mark: { id, name }, onClose }: { mark: ToolMark; onClose(): void }) {
  return (
    <ConfirmMutation
      document={UnmarkOutwardToolDocument}
      variables={{ input: { outwardToolId: id } }}
      title="Take the mark away?"
      action="Take it away"
      announcement={`Calls of ${name} are handed on again.`}
      onClose={onClose}
    >
      <p>
        Calls of <code>{name}</code> are handed on again, and nobody is asked, unless another mark has it, too.
      </p>
    </ConfirmMutation>
  );
}
