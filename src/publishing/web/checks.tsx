import { wordsOf } from '../../web/kit/values.tsx';

/** Several of a few values of an enum. */
export function Checks({
  legend,
  hint,
  of,
  chosen,
  choose,
}: {
  legend: string;
  hint?: string;
  of: readonly string[];
  chosen: readonly string[];
  choose(values: readonly string[]): void;
}) {
  return (
    <fieldset className="publishing-checks">
      <legend>{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
      <div>
        {of.map((value) => (
          <label key={value} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                // In the order of the enum, so that the same choice is the same policy.
                choose(of.filter((one) => (one === value ? event.target.checked : chosen.includes(one))))
              }
            />{' '}
            {wordsOf(value)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
