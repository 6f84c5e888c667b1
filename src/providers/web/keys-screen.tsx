import { Button } from '@mantine/core';
import { useRef } from 'react';
import { ProviderKeyListDocument, ProviderStandingDocument } from '../../web/generated/providers/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { Pager } from '../../web/kit/data-table.tsx';
import { ChoiceFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { Section } from '../../web/kit/page.tsx';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { StatusBadge, When } from '../../web/kit/values.tsx';
import { KeyRow } from './key-row.tsx';
import { PROVIDERS, providerName } from './provider-names.ts';
import { SetKey } from './set-key.tsx';

const FILTERS = filtersOf({
  provider: field.oneOf(PROVIDERS),
  of: field.oneOf(['SERVICE', 'CUSTOMERS']),
  failing: field.flag(),
});

/** `/admin/gateway/keys`: which keys there are, and how their providers stand. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { provider, of, failing } = filters;
  const setting = useRef<HTMLSelectElement>(null);
  const query = useQueryOf(ProviderKeyListDocument, {
    filter: {
      ...(provider && { provider }),
      ...(of && { isService: of === 'SERVICE' }),
      ...(failing && { isFailing: failing === 'true' }),
    },
    ...usePage(),
  });
  return (
    <ListScreen
      title="Keys"
      lead="With these the service calls providers of models. Of a key only its end is ever shown; customers set their own keys and servers themselves."
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter
            label="Provider"
            {...bind('provider')}
            choices={PROVIDERS.map((value) => ({ value, label: providerName(value) }))}
          />
          <ChoiceFilter
            label="Whose"
            {...bind('of')}
            choices={[
              { value: 'SERVICE', label: 'This service’s' },
              { value: 'CUSTOMERS', label: 'Customers’ own' },
            ]}
          />
          <ChoiceFilter
            label="State"
            {...bind('failing')}
            choices={[
              { value: 'true', label: 'Refused' },
              { value: 'false', label: 'Not refused' },
            ]}
          />
        </>
      }
      query={query}
      rows={4}
      connectionOf={(data) => data.providerKeys}
      emptyText="No key is kept here."
      noMatchText="No key fits these filters."
      emptyAction={
        <Button variant="default" onClick={() => setting.current?.focus()}>
          Set a first key
        </Button>
      }
      table={(rows, pageInfo) => (
        <>
          <table className="data">
            <caption className="only-heard">Keys for providers</caption>
            <thead>
              <tr>
                <th scope="col">Provider</th>
                <th scope="col">Ends in</th>
                <th scope="col">Whose</th>
                <th scope="col">Set</th>
                <th scope="col">State</th>
                <th scope="col">
                  <span className="only-heard">What can be done</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((key) => (
                <KeyRow key={key.id} providerKey={key} />
              ))}
            </tbody>
          </table>
          {pageInfo && <Pager pageInfo={pageInfo} />}
        </>
      )}
    >
      <SetKey select={setting} />
      <ProviderStatus />
    </ListScreen>
  );
}

/** By what the calls of the last minutes came to. Nobody is asked for the report's sake. */
function ProviderStatus() {
  const query = useQueryOf(ProviderStandingDocument, {});
  return (
    <Section title="How providers stand">
      <QueryView query={query} rows={3}>
        {({ health: { connections, checkedAt } }) => {
          const known = connections.filter(({ name }) => (PROVIDERS as readonly string[]).includes(name.toUpperCase()));
          if (known.length === 0) {
            return (
              <p className="hint">There is no key for any provider, so the sandbox and the embedded engine answer.</p>
            );
          }
          return (
            <>
              <ul className="plain rows">
                {known.map(({ name, ok, status }) => (
                  <li key={name}>
                    {providerName(name.toUpperCase())}
                    <StatusBadge tone={ok ? 'plain' : 'bad'}>{STATUS_LABELS[status]}</StatusBadge>
                  </li>
                ))}
              </ul>
              <p className="hint">
                By what calls came to lately, as of <When at={checkedAt} />. After many failures a provider is left
                alone for a while, and others stand in.
              </p>
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}

const STATUS_LABELS = {
  PASS: 'Takes our calls',
  WARN: 'Is left alone for now',
  FAIL: 'Does not answer',
  UNKNOWN: 'Not called yet since the service began',
} as const;
