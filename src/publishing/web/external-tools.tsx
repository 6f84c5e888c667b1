import { useState } from 'react';
import {
  ExternalToolMarksDocument,
  type ExternalToolMarksQuery,
  UnmarkExternalToolDocument,
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
import { texts } from './texts.ts';

type ToolMark = ExternalToolMarksQuery['externalTools']['nodes'][number];

const CHANNELS = ['EMAIL', 'MESSAGING', 'CRM'] as const;
const FILTERS = filtersOf({ channel: field.oneOf(CHANNELS) });
const CHANNEL_CHOICES = CHANNELS.map((value) => ({ value, label: enumLabel(value) }));

/** List of the tools whose calls need approval, with buttons to add and remove tools. */
export function ExternalTools() {
  const manages = useMay()('publishing:manage');
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const [ending, setEnding] = useState<ToolMark | null>(null);
  const query = useQueryOf(ExternalToolMarksDocument, {
    filter: { ...(filters.channel && { channel: [filters.channel] }) },
    ...usePage(),
  });
  const mark = manages && <ButtonLink to="/admin/publishing/mark">{texts.tools.add}</ButtonLink>;
  const columns: readonly Column<ToolMark>[] = [
    { title: texts.tools.tool, cell: ({ name, match }) => <code>{match === 'EXACT' ? name : `${name}…`}</code> },
    { title: texts.tools.channel, cell: ({ channel }) => enumLabel(channel) },
    {
      title: texts.tools.recipients,
      cell: ({ targetPointers, targetPrefix }) => (
        <code>{targetPointers.map((pointer) => `${targetPrefix}${pointer}`).join(', ')}</code>
      ),
    },
    {
      title: texts.tools.customer,
      cell: ({ customerId }) => (customerId ? <Id value={customerId} short /> : texts.tools.allCustomers),
    },
    { title: texts.tools.since, isMinor: true, cell: ({ markedAt }) => <When at={markedAt} /> },
    ...(manages
      ? [
          {
            title: texts.tools.actions,
            cell: (one: ToolMark) => (
              <button
                type="button"
                className="link-button"
                aria-label={texts.tools.removeLabel(one.name)}
                onClick={() => setEnding(one)}
              >
                {' '}
                {texts.tools.remove}{' '}
              </button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Section title={texts.tools.title} actions={mark}>
      <p className="hint">{texts.tools.lead}</p>
      <List
        filterState={filterState}
        filters={<ChoiceFilter label={texts.tools.channel} {...bind('channel')} choices={CHANNEL_CHOICES} />}
        query={query}
        rows={3}
        connectionOf={(data) => data.externalTools}
        emptyText={texts.tools.empty}
        noMatchText={texts.tools.noMatch}
        table={{ caption: texts.tools.title, columns }}
      />
      {ending && <UnmarkExternalTool mark={ending} onClose={() => setEnding(null)} />}
    </Section>
  );
}

function UnmarkExternalTool({ mark: { id, name }, onClose }: { mark: ToolMark; onClose(): void }) {
  return (
    <ConfirmMutation
      document={UnmarkExternalToolDocument}
      variables={{ input: { externalToolId: id } }}
      title={texts.tools.removeTitle}
      action={texts.tools.removeAction}
      announcement={texts.tools.removed(name)}
      onClose={onClose}
    >
      <p>{texts.tools.removeText(<code>{name}</code>)}</p>
    </ConfirmMutation>
  );
}
