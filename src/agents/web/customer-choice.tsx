import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { CustomersForAgentsDocument } from '../../web/generated/agents/graphql.ts';
import { Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';

/** One of the customers, by name. Where there are more than a list shows, by a part of it. */
export function CustomerChoice({ value, onChange }: { value: string; onChange(customerId: string): void }) {
  const [sought, setSought] = useState('');
  const [search] = useDebouncedValue(sought.trim(), 200);
  const [areMany, setMany] = useState(false);
  const asked = useQueryOf(CustomersForAgentsDocument, { search: search || null });
  if (asked.data?.customers.pageInfo.hasNextPage && !areMany) setMany(true);
  return (
    <>
      {areMany && (
        <TextInput
          label="Part of the customer’s name"
          maxLength={200}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
          // Enter would send the form around it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <Shown asked={asked} rows={1}>
        {({ customers: { nodes } }) => (
          <NativeSelect
            label="Customer"
            required
            value={value}
            data={[
              { value: '', label: 'Choose one' },
              ...nodes.filter(({ isHouse }) => !isHouse).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Shown>
    </>
  );
}
