import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { CustomersForAgentsDocument } from '../../web/generated/agents/graphql.ts';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { texts } from './texts.ts';

/** Field to choose a customer by name. A search field appears if the customers don't fit on one page. */
export function CustomerChoice({ value, onChange }: { value: string; onChange(customerId: string): void }) {
  const [sought, setSought] = useState('');
  const [search] = useDebouncedValue(sought.trim(), 200);
  const [areMany, setMany] = useState(false);
  const query = useQueryOf(CustomersForAgentsDocument, { search: search || null });
  if (query.data?.customers.pageInfo.hasNextPage && !areMany) setMany(true);
  return (
    <>
      {areMany && (
        <TextInput
          label={texts.customer.search}
          maxLength={200}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
          // Prevents Enter in the search field from submitting the form that contains it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <QueryView query={query} rows={1}>
        {({ customers: { nodes } }) => (
          <NativeSelect
            label={texts.customer.label}
            required
            value={value}
            data={[
              { value: '', label: texts.customer.choose },
              ...nodes.filter(({ isOwnUse }) => !isOwnUse).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </QueryView>
    </>
  );
}
