import { wordsOf } from '../../web/kit/values.tsx';

/** Several of a few values of an enum. */
export function Checks({
  legend,
  hint,
  options,
  value,
  onChange,
}: {
  legend: string;
  hint?: string;
  options: readonly string[];
  value: readonly string[];
  onChange(values: readonly string[]): void;
}) {
  return (
    <fieldset className="publishing-checks">
      <legend>{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
      <div>
        {options.map((option) => (
          <label key={option} className="check">
            <input
              type="checkbox"
              checked={value.includes(option)}
              onChange={(event) =>
                // In the order of the enum, so that the same choice is the same policy.
                onChange(options.filter((one) => (one === option ? event.target.checked : value.includes(one))))
              }
            />{' '}
            {wordsOf(option)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
