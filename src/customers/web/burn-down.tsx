import { CustomerDaysDocument } from '../../web/generated/customers/graphql.ts';
import { Section } from '../../web/kit/page.tsx';
import { Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { dollars, Money } from '../../web/kit/values.tsx';
import type { Customer } from './customer.ts';
import { type DayDrawn, daysSoFar, lengthOf } from './days-of-month.ts';

const WIDTH = 720;
const HEIGHT = 200;
const TOP = 16;
const BOTTOM = 22;

/** Day by day what the month has cost so far, by the log of runs, against the caps. A table has the same in figures. */
export default function BurnDown({ customer }: { customer: Customer }) {
  const asked = useQueryOf(CustomerDaysDocument, { customerId: customer.id });
  const { month } = customer.thisMonth;
  return (
    <Section title="The month so far">
      <Shown asked={asked} rows={6}>
        {({ usage }) => {
          const days = daysSoFar(month, new Date().toISOString().slice(0, 10), usage);
          if (days.every(({ runs }) => runs === 0))
            return <p className="hint">The log has no run of this month for it.</p>;
          return <Chart days={days} month={month} customer={customer} />;
        }}
      </Shown>
    </Section>
  );
}

function Chart({ days, month, customer }: { days: readonly DayDrawn[]; month: string; customer: Customer }) {
  const total = days.at(-1)!.soFarMicros;
  const caps = [
    { name: 'Soft cap', part: 'soft', micros: customer.softCapMicros },
    { name: 'Hard limit', part: 'hard', micros: customer.hardLimitMicros },
  ].flatMap(({ micros, ...cap }) => (micros === null || micros === undefined ? [] : [{ ...cap, micros }]));
  // A cap that is far away would press the line flat; then it is told and not drawn.
  const drawn = caps.filter(({ micros }) => micros > 0 && micros <= total * 8);
  const most = Math.max(total, ...drawn.map(({ micros }) => micros)) || 1;
  const x = (index: number) => ((index + 1) / lengthOf(month)) * WIDTH;
  const y = (micros: number) => HEIGHT - BOTTOM - (micros / most) * (HEIGHT - BOTTOM - TOP);
  const line = days.map(({ soFarMicros }, index) => `L${x(index).toFixed(1)} ${y(soFarMicros).toFixed(1)}`).join('');
  const unknown = days.reduce((sum, { runsOfUnknownCost }) => sum + runsOfUnknownCost, 0);
  const far = caps.filter((cap) => !drawn.includes(cap));
  return (
    <>
      <figure className="customers-burn-down">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <line data-part="axis" x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} />
          <path data-part="area" d={`M0 ${y(0)}${line}L${x(days.length - 1).toFixed(1)} ${y(0)}Z`} />
          <path data-part="line" d={`M0 ${y(0)}${line}`} />
          {drawn.map(({ name, part, micros }) => (
            <g key={part}>
              <line data-part={part} x1="0" x2={WIDTH} y1={y(micros)} y2={y(micros)} />
              <text x={WIDTH} y={y(micros) - 4} textAnchor="end">
                {name} {dollars(micros)}
              </text>
            </g>
          ))}
          <text x="0" y={HEIGHT - 6}>
            {days[0]!.day}
          </text>
          <text x={WIDTH} y={HEIGHT - 6} textAnchor="end">
            {month}-{lengthOf(month)}
          </text>
        </svg>
        <figcaption className="hint">
          {dollars(total)} charged until today, by the log of runs; days are in UTC.
          {unknown > 0 && ` Of ${unknown === 1 ? 'one run' : `${unknown} runs`} the cost is unknown and not drawn.`}
          {far.map(({ name, micros }) => ` ${name}: ${dollars(micros)}, too far away to be drawn.`)}
        </figcaption>
      </figure>
      <details className="customers-days">
        <summary>As a table</summary>
        <table className="data">
          <caption className="only-heard">What was charged on each day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" data-number>
                Runs
              </th>
              <th scope="col" data-number>
                Charged
              </th>
              <th scope="col" data-number>
                So far
              </th>
              <th scope="col" data-number>
                Of unknown cost
              </th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ runs }) => runs > 0)
              .map((day) => (
                <tr key={day.day}>
                  <th scope="row">{day.day}</th>
                  <td data-title="Runs" data-number>
                    {day.runs}
                  </td>
                  <td data-title="Charged" data-number>
                    <Money micros={day.chargedMicros} />
                  </td>
                  <td data-title="So far" data-number>
                    <Money micros={day.soFarMicros} />
                  </td>
                  <td data-title="Of unknown cost" data-number>
                    {day.runsOfUnknownCost}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
