import { Section } from '../../web/kit/page.tsx';
import { atMost, dollars, Facts, Money } from '../../web/kit/values.tsx';
import type { Customer } from './customer.ts';

/** What is spent and set aside in the present month, beside what may be. */
export function MonthOfMoney({ customer }: { customer: Customer }) {
  const { thisMonth, softCapMicros, hardLimitMicros } = customer;
  const { spentMicros, uncertainMicros, reservedMicros } = thisMonth;
  const counted = spentMicros + uncertainMicros + reservedMicros;
  return (
    <Section title={`Money in ${thisMonth.month}`}>
      <MoneyBar customer={customer} />
      <Facts
        items={[
          ['Spent', <Money key="spent" micros={spentMicros} />],
          [
            'Of unknown cost',
            thisMonth.callsOfUnknownCost > 0 ? (
              <>
                {thisMonth.callsOfUnknownCost === 1 ? 'One call' : `${thisMonth.callsOfUnknownCost} calls`}: the cost is
                unknown{uncertainMicros > 0 && `, ${atMost(uncertainMicros).toLowerCase()}, which limits count`}
              </>
            ) : (
              'No call'
            ),
          ],
          [
            'Reserved',
            <span key="reserved">
              <Money micros={reservedMicros} /> <span className="hint">the most that calls under way can cost</span>
            </span>,
          ],
          ['Soft cap', softCapMicros === null ? 'None' : left(softCapMicros, counted, 'past it by')],
          ['Hard limit', hardLimitMicros === null ? 'None' : left(hardLimitMicros, counted, 'over it by')],
          ['Calls', callsOf(thisMonth)],
          [
            'Tokens',
            `${thisMonth.inputTokens.toLocaleString('en-US')} in, ${thisMonth.outputTokens.toLocaleString('en-US')} out, as far as they are known`,
          ],
        ]}
      />
    </Section>
  );
}

function left(capMicros: number | undefined, countedMicros: number, over: string) {
  if (capMicros === undefined) return null;
  const rest = capMicros - countedMicros;
  return (
    <>
      <Money micros={capMicros} />{' '}
      <span className="hint">
        {rest >= 0 ? `${dollars(rest)} left of it` : `${over} ${dollars(-rest)}`}, what is reserved counted
      </span>
    </>
  );
}

function callsOf({ calls, callsOfEstimatedCost }: Customer['thisMonth']): string {
  if (calls === 0) return 'None has ended this month';
  const estimated = callsOfEstimatedCost > 0 ? `; of ${callsOfEstimatedCost} the cost is our own count` : '';
  return `${calls.toLocaleString('en-US')} ended${estimated}`;
}

/** The month as one line; all that it shows stands in words below it. */
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
