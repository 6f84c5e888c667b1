import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { useFilters } from '../../web/kit/address.ts';
import { ChoiceFilter, DayFilter, Filters, TextFilter } from '../../web/kit/filters.tsx';
import type { BANK_FILTERS, BankFilters } from './bank-filters.ts';
import { TagField } from './tag-field.tsx';
import { texts } from './texts.ts';

const STATUSES = [
  { value: 'LIVE', label: texts.status.LIVE },
  { value: 'QUARANTINED', label: texts.status.QUARANTINED },
  { value: 'ARCHIVED', label: texts.status.ARCHIVED },
  { value: 'TRASHED', label: texts.status.TRASHED },
  { value: 'EVERY', label: texts.filters.everyStatus },
];
const ORIGINS = [
  { value: 'RENDER', label: texts.origin.RENDER },
  { value: 'UPLOAD', label: texts.origin.UPLOAD },
  { value: 'IMPORT', label: texts.filters.imported },
];
const SHAPES = [
  { value: 'LANDSCAPE', label: texts.filters.landscape },
  { value: 'PORTRAIT', label: texts.filters.portrait },
  { value: 'SQUARE', label: texts.filters.square },
];
const SIZES = ['640', '1280', '1920', '3840'].map((value) => ({
  value,
  label: texts.filters.minWidth(Number(value).toLocaleString('en')),
}));
const LICENCES = [
  { value: 'true', label: texts.filters.licenceKnown },
  { value: 'false', label: texts.filters.licenceUnknown },
];
const ORDERS = [
  { value: 'OLDEST', label: texts.filters.oldest },
  { value: 'CHANGED', label: texts.filters.recentlyUpdated },
  { value: 'TITLE', label: texts.filters.byTitle },
  { value: 'LARGEST', label: texts.filters.largest },
];

type BankFilterState = ReturnType<typeof useFilters<typeof BANK_FILTERS>>;

/** Filters of the image bank. Rarely used ones are collapsed unless they are set. */
export function BankFilterBar({ filters, set, bind, isFiltered, clear }: BankFilterState) {
  const [isOpen, setOpen] = useState(usesMoreFilters(filters));
  return (
    <div className="bank-filters">
      <Filters isFiltered={isFiltered} onClear={clear}>
        <TextFilter label={texts.filters.search} placeholder={texts.filters.searchHint} {...bind('q')} />
        <TagField
          label={texts.common.tags}
          placeholder={texts.filters.allOfTags}
          value={filters.tags ?? []}
          onChange={(value) => set({ tags: orNone(value) })}
        />
        <ChoiceFilter
          label={texts.filters.status}
          any={texts.filters.exceptTrash}
          {...bind('status')}
          choices={STATUSES}
        />
        <ChoiceFilter label={texts.filters.origin} {...bind('origin')} choices={ORIGINS} />
        <ChoiceFilter label={texts.filters.shape} {...bind('shape')} choices={SHAPES} />
        <ChoiceFilter label={texts.filters.order} any={texts.filters.newest} {...bind('order')} choices={ORDERS} />
        <button
          type="button"
          className="link-button"
          aria-expanded={isOpen}
          aria-controls="more-filters"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.filters.fewer : texts.filters.more}
        </button>
      </Filters>
      <div id="more-filters" className="filters" hidden={!isOpen}>
        <TagField
          label={texts.filters.anyOfTags}
          value={filters.any ?? []}
          onChange={(value) => set({ any: orNone(value) })}
        />
        <TagField
          label={texts.filters.noneOfTags}
          value={filters.none ?? []}
          onChange={(value) => set({ none: orNone(value) })}
        />
        <ChoiceFilter label={texts.filters.width} {...bind('size')} choices={SIZES} />
        <ColourFilter {...bind('color')} />
        <ChoiceFilter label={texts.common.licence} {...bind('licence')} choices={LICENCES} />
        <DayFilter label={texts.filters.addedFrom} {...bind('from')} />
        <DayFilter label={texts.filters.addedTo} {...bind('to')} />
      </div>
    </div>
  );
}

const orNone = (values: string[]) => (values.length === 0 ? null : values);

function usesMoreFilters({ any, none, size, color, licence, from, to }: BankFilters): boolean {
  return [any, none, size, color, licence, from, to].some((value) => value !== undefined);
}

/** Filter for pictures with a similar dominant colour. */
function ColourFilter({ value, onChange }: { value: string | undefined; onChange(value: string | null): void }) {
  const [picked, setPicked] = useState(value ?? '#1e90ff');
  return (
    <TextInput
      type="color"
      label={texts.common.colour}
      value={value ?? picked}
      data-unset={value === undefined || undefined}
      onChange={(event) => {
        setPicked(event.currentTarget.value);
        onChange(event.currentTarget.value);
      }}
      rightSection={
        value === undefined ? (
          <span className="hint">{texts.filters.any}</span>
        ) : (
          <button type="button" className="link-button" onClick={() => onChange(null)}>
            {texts.filters.any}
          </button>
        )
      }
      rightSectionWidth={52}
    />
  );
}
