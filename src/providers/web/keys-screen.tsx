import { Button } from '@mantine/core';
import { useRef } from 'react';
import { ProviderKeyListDocument, ProviderStatusDocument } from '../../web/generated/providers/graphql.ts';
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
import { texts } from './texts.ts';

const FILTERS = filtersOf({
  provider: field.oneOf(PROVIDERS),
  of: field.oneOf(['SERVICE', 'CUSTOMERS']),
  failing: field.flag(),
});

/** `/admin/gateway/keys`: provider keys and the status of providers. */
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
      title={texts.list.title}
      lead={texts.list.lead}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter
            label={texts.list.provider}
            {...bind('provider')}
            choices={PROVIDERS.map((value) => ({ value, label: providerName(value) }))}
          />
          <ChoiceFilter
            label={texts.list.owner}
            {...bind('of')}
            choices={[
              { value: 'SERVICE', label: texts.key.service },
              { value: 'CUSTOMERS', label: texts.list.customers },
            ]}
          />
          <ChoiceFilter
            label={texts.list.status}
            {...bind('failing')}
            choices={[
              { value: 'true', label: texts.list.refused },
              { value: 'false', label: texts.key.notRefused },
            ]}
          />
        </>
      }
      query={query}
      rows={4}
      connectionOf={(data) => data.providerKeys}
      emptyText={texts.list.empty}
      noMatchText={texts.list.noMatch}
      emptyAction={
        <Button variant="default" onClick={() => setting.current?.focus()}>
          {texts.list.setFirst}
        </Button>
      }
      table={(rows, pageInfo) => (
        <>
          <table className="data">
            <caption className="only-heard">{texts.list.title}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.list.provider}</th>
                <th scope="col">{texts.list.endsIn}</th>
                <th scope="col">{texts.list.owner}</th>
                <th scope="col">{texts.list.set}</th>
                <th scope="col">{texts.list.status}</th>
                <th scope="col">
                  <span className="only-heard">{texts.list.actions}</span>
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

/** Status of providers from recent calls. Sends no calls of its own. */
function ProviderStatus() {
  const query = useQueryOf(ProviderStatusDocument, {});
  return (
    <Section title={texts.status.title}>
      <QueryView query={query} rows={3}>
        {({ health: { connections, checkedAt } }) => {
          const known = connections.filter(({ name }) => (PROVIDERS as readonly string[]).includes(name.toUpperCase()));
          if (known.length === 0) {
            return <p className="hint">{texts.status.noKeys}</p>;
          }
          return (
            <>
              <ul className="plain rows">
                {known.map(({ name, ok, status }) => (
                  <li key={name}>
                    {providerName(name.toUpperCase())}
                    <StatusBadge tone={ok ? 'plain' : 'bad'}>{texts.status[status]}</StatusBadge>
                  </li>
                ))}
              </ul>
              <p className="hint">{texts.status.hint(<When at={checkedAt} />)}</p>
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}
