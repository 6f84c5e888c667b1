import { dollars } from '../../../platform/text/amount.ts';
import type { TaskFacts } from '../../pure.ts';
import { tokensWords } from '../figures.ts';
import { HARD_LIMIT, MAX_SPENT, PLANS, type PlaygroundState, providersOf, SOFT_CAP } from '../state.ts';
import { texts } from '../texts.ts';
import type { UpdatePlayground } from './use-playground.ts';

const MICROS = 1_000_000;

/** Numbers of tokens that the slider can select, from a line of text to an archive. */
const SIZES = [
  200, 1_000, 4_000, 12_000, 50_000, 120_000, 200_000, 350_000, 600_000, 900_000, 1_100_000, 1_500_000, 1_900_000,
  2_500_000, 4_000_000,
];

/** Fields for the playground's settings: plan, provider keys, preference, outages, number of tokens and spending. */
export function Controls({
  state,
  task,
  onChange,
}: {
  state: PlaygroundState;
  task: TaskFacts;
  onChange: UpdatePlayground;
}) {
  const { plan, keys, tokens, down, spent, hasLimit, prefer } = state;
  const isPast = spent >= SOFT_CAP;
  const size = texts.controls.tokens(tokensWords(tokens));
  const amounts = [dollars(spent * MICROS), dollars(SOFT_CAP * MICROS)] as const;
  return (
    <div className="controls">
      <Choice legend={texts.controls.plan} name="plan" value={plan} onChange={(value) => onChange({ plan: value })}>
        {PLANS.map((one) => [one, one.charAt(0) + one.slice(1).toLowerCase()])}
      </Choice>
      <Choice
        legend={texts.controls.keys}
        name="keys"
        value={keys}
        disabled={plan === 'BASE' ? ['own'] : []}
        hint={plan === 'BASE' ? texts.controls.ownKeysPlan : undefined}
        onChange={(value) => onChange({ keys: value })}
      >
        {Object.entries(texts.controls.keyKinds) as [PlaygroundState['keys'], string][]}
      </Choice>
      <Choice
        legend={texts.controls.order}
        name="prefer"
        value={prefer ?? ''}
        onChange={(value) => onChange({ prefer: value === '' ? null : value })}
      >
        {Object.entries(texts.controls.orders) as [NonNullable<PlaygroundState['prefer']> | '', string][]}
      </Choice>
      <fieldset className="control">
        <legend>{texts.controls.down}</legend>
        <div className="segments is-apart">
          {providersOf(task).map((provider) => (
            <label className="segment is-outage" key={provider}>
              <input
                type="checkbox"
                name="down"
                value={provider}
                checked={down.includes(provider)}
                onChange={({ target }) =>
                  onChange({ down: target.checked ? [...down, provider] : down.filter((one) => one !== provider) })
                }
              />
              <span>{provider}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="control is-range">
        <label htmlFor="tokens">{texts.controls.input}</label>
        <output htmlFor="tokens">{size}</output>
        <input
          id="tokens"
          type="range"
          min={0}
          max={SIZES.length - 1}
          step={1}
          value={stopFor(tokens)}
          aria-valuetext={size}
          onChange={({ target }) => onChange({ tokens: SIZES[Number(target.value)]! })}
        />
      </div>
      <div className="control is-range">
        <label htmlFor="spent">{texts.controls.spent}</label>
        <output htmlFor="spent">
          {isPast ? texts.controls.spentToCap(...amounts) : texts.controls.spentOf(...amounts)}
        </output>
        <input
          id="spent"
          type="range"
          name="spent"
          min={0}
          max={MAX_SPENT}
          step={0.5}
          value={spent}
          aria-valuetext={isPast ? texts.controls.capReached(...amounts) : texts.controls.belowCap(...amounts)}
          onChange={({ target }) => onChange({ spent: Number(target.value) })}
        />
        <label className="check">
          <input
            type="checkbox"
            name="limit"
            value="1"
            checked={hasLimit}
            onChange={({ target }) => onChange({ hasLimit: target.checked })}
          />
          {texts.controls.hardLimit(dollars(HARD_LIMIT * MICROS))}
        </label>
      </div>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  legend: string;
  name: string;
  value: Value;
  disabled?: readonly Value[];
  hint?: string | undefined;
  onChange: (value: Value) => void;
  children: readonly (readonly [Value, string])[];
}

function Choice<Value extends string>({
  legend,
  name,
  value: chosen,
  disabled = [],
  hint,
  onChange,
  children,
}: ChoiceProps<Value>) {
  return (
    <fieldset className="control">
      <legend>{legend}</legend>
      <div className="segments">
        {children.map(([value, words]) => (
          <label className="segment" key={value} title={disabled.includes(value) ? hint : undefined}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              disabled={disabled.includes(value)}
              onChange={() => onChange(value)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Index of the slider's number of tokens that is nearest to `tokens` by ratio. */
function stopFor(tokens: number): number {
  const distance = (size: number) => Math.abs(Math.log(size / tokens));
  return SIZES.reduce((best, size, at) => (distance(size) < distance(SIZES[best]!) ? at : best), 0);
}
