import { Section } from '../../web/kit/page.tsx';
import { atMost, dollars, Facts, Money } from '../../web/kit/values.tsx';
import type { Customer } from './customer.ts';
import { texts } from './texts.ts';

/** Money spent and reserved this month, against the limits. */
export function MonthlyUsage({ customer }: { customer: Customer }) {
  const { thisMonth, softCapMicros, hardLimitMicros } = customer;
  const { spentMicros, uncertainMicros, reservedMicros } = thisMonth;
  const counted = spentMicros + uncertainMicros + reservedMicros;
  return (
    <Section title={texts.month.title(thisMonth.month)}>
      <MoneyBar customer={customer} />
      <Facts
        items={[
          [texts.month.spent, <Money key="spent" micros={spentMicros} />],
          [
            texts.month.unknownCost,
            thisMonth.callsOfUnknownCost > 0
              ? texts.month.unknownCalls(
                  thisMonth.callsOfUnknownCost,
                  uncertainMicros > 0 ? atMost(uncertainMicros).toLowerCase() : null,
                )
              : texts.month.noCalls,
          ],
          [
            texts.month.reserved,
            <span key="reserved">
              <Money micros={reservedMicros} /> <span className="hint">{texts.month.reservedHint}</span>
            </span>,
          ],
          [texts.caps.soft, softCapMicros === null ? texts.month.noCap : remainingOf(softCapMicros, counted)],
          [texts.caps.hard, hardLimitMicros === null ? texts.month.noCap : remainingOf(hardLimitMicros, counted)],
          [texts.month.calls, callsOf(thisMonth)],
          [
            texts.month.tokens,
            texts.month.tokenCounts(
              thisMonth.inputTokens.toLocaleString('en-US'),
              thisMonth.outputTokens.toLocaleString('en-US'),
            ),
          ],
        ]}
      />
    </Section>
  );
}

function remainingOf(capMicros: number | undefined, countedMicros: number) {
  if (capMicros === undefined) return null;
  const rest = capMicros - countedMicros;
  return (
    <>
      <Money micros={capMicros} />{' '}
      <span className="hint">{rest >= 0 ? texts.month.left(dollars(rest)) : texts.month.over(dollars(-rest))}</span>
    </>
  );
}

function callsOf({ calls, callsOfEstimatedCost }: Customer['thisMonth']): string {
  if (calls === 0) return texts.month.noneCompleted;
  return texts.month.completed(calls, callsOfEstimatedCost);
}

/** Bar of the month's spending. The facts below the bar say the same in words. */
function MoneyBar({ customer }: { customer: Customer }) {
  const { thisMonth, softCapMicros, hardLimitMicros } = customer;
  const { spentMicros, uncertainMicros, reservedMicros } = thisMonth;
  const counted = spentMicros + uncertainMicros + reservedMicros;
  const whole = Math.max(hardLimitMicros ?? 0, softCapMicros ?? 0, counted);
  if (whole === 0) return null;
  const share = (micros: number) => (micros / whole) * 100;
  const parts = [
    { kind: 'spent', at: 0, micros: spentMicros },
    { kind: 'uncertain', at: spentMicros, micros: uncertainMicros },
    { kind: 'reserved', at: spentMicros + uncertainMicros, micros: reservedMicros },
  ].filter(({ micros }) => micros > 0);
  return (
    <svg className="customers-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="customers-ground" x="0" y="1" width="100" height="4" />
      {parts.map(({ kind, at, micros }) => (
        <rect key={kind} data-part={kind} x={share(at)} y="1" width={share(micros)} height="4" />
      ))}
      {[softCapMicros, hardLimitMicros].map((cap, index) =>
        cap === null || cap === undefined ? null : (
          <line
            key={index === 0 ? 'soft' : 'hard'}
            data-part={index === 0 ? 'soft' : 'hard'}
            x1={share(cap)}
            x2={share(cap)}
            y1="0"
            y2="6"
          />
        ),
      )}
    </svg>
  );
}
