import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { BankTagsDocument } from '../../web/generated/assets/graphql.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';

/** Maximum number of tags of a picture. */
export const MAX_TAGS = 32;
const SUGGESTED = 12;

interface TagFieldProps {
  label: string;
  description?: string;
  placeholder?: string;
  value: readonly string[];
  onChange(tags: string[]): void;
  error?: string | null;
}

/** Field for tags with suggestions from the image bank and their number of pictures. */
export function TagField({ label, description, placeholder, value, onChange, error }: TagFieldProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 150);
  const [isUsed, setUsed] = useState(false);
  const { data } = useQueryOf(
    BankTagsDocument,
    useMemo(() => ({ filter: { isAlias: false, ...(search && { beginsWith: search }) }, first: SUGGESTED }), [search]),
    { pause: !isUsed },
  );
  const known = data?.tags.nodes ?? [];
  const counts = new Map(known.map(({ label: tag, assetCount }) => [tag, assetCount]));
  return (
    <TagsInput
      label={label}
      description={description}
      placeholder={value.length === 0 ? placeholder : undefined}
      value={[...value]}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      onFocus={() => setUsed(true)}
      data={[...counts.keys()]}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className="bank-tag-option">
          <span>{option.value}</span>
          <span className="hint number">{counts.get(option.value)?.toLocaleString('en')}</span>
        </span>
      )}
      isDuplicate={(tag, tags) => tags.some((one) => one.toLowerCase() === tag.toLowerCase())}
      splitChars={[',']}
      acceptValueOnBlur
      maxTags={MAX_TAGS}
      error={error}
      comboboxProps={{ transitionProps: { duration: 0 }, shadow: 'none' }}
    />
  );
}
