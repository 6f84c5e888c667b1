import { type ReactNode, useId } from 'react';
import { texts } from './texts.ts';

export interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  isDisabled?: boolean;
}

/** Checkboxes to select any number of a few values. */
export function Choices<Value extends string>({
  legend,
  description,
  choices,
  value,
  onChange,
  isInline = false,
}: {
  /** Heading of the list. Left out if a fieldset around it has one. */
  legend?: string;
  /** Hint below the heading. */
  description?: string;
  choices: readonly Choice<Value>[];
  value: readonly Value[];
  /** Called with the selected values in the order of `choices`, so that equal selections give equal lists. */
  onChange(value: Value[]): void;
  /** True to display the checkboxes in a row. For short labels. */
  isInline?: boolean;
}) {
  const rankOf = (one: Value) => choices.findIndex((choice) => choice.value === one);
  const toggle = (one: Value, isChosen: boolean) => {
    const chosen = isChosen ? [...value, one] : value.filter((other) => other !== one);
    onChange(chosen.toSorted((a, b) => rankOf(a) - rankOf(b)));
  };
  const list = (
    <div className="choices" data-inline={isInline || undefined}>
      {choices.map(({ value: one, label, hint, isDisabled }) => (
        <label key={one} className="check">
          <input
            type="checkbox"
            checked={value.includes(one)}
            disabled={isDisabled}
            onChange={(event) => toggle(one, event.target.checked)}
          />
          <span>
            {label} {hint && <span className="hint">{hint}</span>}
          </span>
        </label>
      ))}
    </div>
  );
  if (legend === undefined) return list;
  return (
    <fieldset>
      <legend>{legend}</legend>
      {description && <p className="hint">{description}</p>}
      {list}
    </fieldset>
  );
}

/** Radio buttons to choose everything or a selection. `children` appear below the second radio button when it is chosen. */
export function AllOrChoices({
  legend,
  all,
  only = texts.choices.onlySelected,
  isAll,
  onChange,
  children,
}: {
  legend: string;
  /** Label of the first radio button. */
  all: string;
  /** Label of the second radio button. */
  only?: string;
  isAll: boolean;
  onChange(isAll: boolean): void;
  children: ReactNode;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend>{legend}</legend>
      <label className="check">
        <input type="radio" name={name} checked={isAll} onChange={() => onChange(true)} /> {all}
      </label>
      <label className="check">
        <input type="radio" name={name} checked={!isAll} onChange={() => onChange(false)} /> {only}
      </label>
      {!isAll && children}
    </fieldset>
  );
}
