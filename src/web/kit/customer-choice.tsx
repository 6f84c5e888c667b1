import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { CustomersToChooseDocument } from '../generated/frame/graphql.ts';
import { QueryView } from './states.tsx';
import { texts } from './texts.ts';
import { useQueryOf } from './use-query-of.ts';

/** Field to choose a customer by name. A search field appears if the customers don't fit on one page. */
export function CustomerChoice({
  value,
  onChange,
  none = texts.customer.choose,
  description,
}: {
  /** Id of the customer. Empty for none. */
  value: string;
  onChange(customerId: string): void;
  /** Label of the entry for no customer. */
  none?: string;
  description?: string;
}) {
  const [sought, setSought] = useState('');
  const [search] = useDebouncedValue(sought.trim(), 200);
  const [areMany, setMany] = useState(false);
  const query = useQueryOf(CustomersToChooseDocument, { search: search || null });
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
            description={description}
            required={none === texts.customer.choose}
            value={value}
            data={[
              { value: '', label: none },
              ...nodes.filter(({ isOwnUse }) => !isOwnUse).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </QueryView>
    </>
  );
}
