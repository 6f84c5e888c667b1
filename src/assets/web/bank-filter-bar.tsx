import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { useFilters } from '../../web/kit/address.ts';
import { ChoiceFilter, DayFilter, Filters, TextFilter } from '../../web/kit/filters.tsx';
import type { BANK_FILTERS, BankFilters } from './bank-filters.ts';
import { TagField } from './tag-field.tsx';

const STATUSES = [
  { value: 'LIVE', label: 'In use' },
  { value: 'QUARANTINED', label: 'Held back' },
  { value: 'ARCHIVED', label: 'Archived' },
  { value: 'TRASHED', label: 'In the trash' },
  { value: 'EVERY', label: 'Every one, with the trash' },
];
const ORIGINS = [
  { value: 'RENDER', label: 'Rendered here' },
  { value: 'UPLOAD', label: 'Uploaded' },
  { value: 'IMPORT', label: 'Fetched' },
];
const SHAPES = [
  { value: 'LANDSCAPE', label: 'Landscape' },
  { value: 'PORTRAIT', label: 'Portrait' },
  { value: 'SQUARE', label: 'Square' },
];
const SIZES = ['640', '1280', '1920', '3840'].map((value) => ({
  value,
  label: `${Number(value).toLocaleString('en')} px or more`,
}));
const LICENCES = [
  { value: 'true', label: 'Known' },
  { value: 'false', label: 'Not known' },
];
const ORDERS = [
  { value: 'OLDEST', label: 'Oldest first' },
  { value: 'CHANGED', label: 'Last changed first' },
  { value: 'TITLE', label: 'By title' },
  { value: 'LARGEST', label: 'Largest first' },
];

type BankFilterState = ReturnType<typeof useFilters<typeof BANK_FILTERS>>;

/** What pictures are looked for by. What is used seldom is folded away, unless it is in use. */
export function BankFilterBar({ filters, set, bind, isFiltered, clear }: BankFilterState) {
  const [isOpen, setOpen] = useState(usesMoreFilters(filters));
  return (
    <div className="bank-filters">
      <Filters isFiltered={isFiltered} onClear={clear}>
        <TextFilter label="Words" placeholder="In title or description" {...bind('q')} />
        <TagField
          label="Tags"
          placeholder="All of these"
          value={filters.tags ?? []}
          onChange={(value) => set({ tags: orNone(value) })}
        />
        <ChoiceFilter label="Status" any="All but the trash" {...bind('status')} choices={STATUSES} />
        <ChoiceFilter label="Origin" {...bind('origin')} choices={ORIGINS} />
        <ChoiceFilter label="Shape" {...bind('shape')} choices={SHAPES} />
        <ChoiceFilter label="Order" any="Newest first" {...bind('order')} choices={ORDERS} />
        <button
          type="button"
          className="link-button"
          aria-expanded={isOpen}
          aria-controls="more-filters"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fewer filters' : 'More filters'}
        </button>
      </Filters>
      <div id="more-filters" className="filters" hidden={!isOpen}>
        <TagField
          label="Any of these tags"
          value={filters.any ?? []}
          onChange={(value) => set({ any: orNone(value) })}
        />
        <TagField
          label="None of these tags"
          value={filters.none ?? []}
          onChange={(value) => set({ none: orNone(value) })}
        />
        <ChoiceFilter label="Width" {...bind('size')} choices={SIZES} />
        <ColourFilter {...bind('color')} />
        <ChoiceFilter label="Licence" {...bind('licence')} choices={LICENCES} />
        <DayFilter label="Came in from" {...bind('from')} />
        <DayFilter label="Came in until" {...bind('to')} />
      </div>
    </div>
  );
}

const orNone = (values: string[]) => (values.length === 0 ? null : values);

function usesMoreFilters({ any, none, size, color, licence, from, to }: BankFilters): boolean {
  return [any, none, size, color, licence, from, to].some((value) => value !== undefined);
}

/** A colour that the picture's own looks like. */
function ColourFilter({ value, onChange }: { value: string | undefined; onChange(value: string | null): void }) {
  const [picked, setPicked] = useState(value ?? '#1e90ff');
  return (
    <TextInput
      type="color"
      label="Colour"
      value={value ?? picked}
      data-unset={value === undefined || undefined}
      onChange={(event) => {
        setPicked(event.currentTarget.value);
        onChange(event.currentTarget.value);
      }}
      rightSection={
        value === undefined ? (
          <span className="hint">Any</span>
        ) : (
          <button type="button" className="link-button" onClick={() => onChange(null)}>
            Any
          </button>
        )
      }
      rightSectionWidth={52}
    />
  );
}
