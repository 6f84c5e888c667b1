import { CustomerDaysDocument } from '../../web/generated/customers/graphql.ts';
import { Section } from '../../web/kit/page.tsx';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { dollars, Money } from '../../web/kit/values.tsx';
import type { Customer } from './customer.ts';
import { type ChartDay, daysSoFar, lengthOf } from './days-of-month.ts';
import { texts } from './texts.ts';

/** Size of the chart: it is drawn in percent of the available space. Labels are HTML on top of the drawing. */
const WHOLE = 100;
/** Space above the highest line of the chart, in percent. A line at the very top would be cut in half. */
const ROOM_ABOVE = 12;
/**
 * Minimum distance of two cap lines, in percent, to have both labels on the same side. Closer lines have one label above and
 * one below.
 */
const CLOSE = 14;
const WEEK = 7;

/** Chart of a customer's cost by day of the month, calculated from the runs, against the caps. A table has the same figures. */
export default function BurnDown({ customer }: { customer: Customer }) {
  const query = useQueryOf(CustomerDaysDocument, { customerId: customer.id });
  const { month } = customer.thisMonth;
  return (
    <Section title={texts.chart.title}>
      <QueryView query={query} rows={6}>
        {({ usage }) => {
          const days = daysSoFar(month, new Date().toISOString().slice(0, 10), usage);
          if (days.every(({ runs }) => runs === 0)) return <p className="hint">{texts.chart.empty}</p>;
          return <Chart days={days} month={month} customer={customer} />;
        }}
      </QueryView>
    </Section>
  );
}

/** First days of the weeks of a month: 1, 8, 15 and so on. */
const weeks = (length: number) => Array.from({ length: Math.ceil(length / WEEK) }, (_, index) => index * WEEK + 1);
const isCloseAbove = (distance: number) => distance > 0 && distance < CLOSE;
const firstOf = (month: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${month}-01`));

function Chart({ days, month, customer }: { days: readonly ChartDay[]; month: string; customer: Customer }) {
  const total = days.at(-1)!.soFarMicros;
  const caps = [
    { name: texts.caps.soft, part: 'soft', micros: customer.softCapMicros },
    { name: texts.caps.hard, part: 'hard', micros: customer.hardLimitMicros },
  ].flatMap(({ micros, ...cap }) => (micros === null || micros === undefined ? [] : [{ ...cap, micros }]));
  // A cap of more than eight times the spending is mentioned in words, because its line would flatten the curve.
  const drawn = caps.filter(({ micros }) => micros > 0 && micros <= total * 8);
  const most = Math.max(total, ...drawn.map(({ micros }) => micros)) || 1;
  const length = lengthOf(month);
  const x = (index: number) => ((index + 1) / length) * WHOLE;
  const height = (micros: number) => (micros / most) * (WHOLE - ROOM_ABOVE);
  const y = (micros: number) => WHOLE - height(micros);
  const line = days.map(({ soFarMicros }, index) => `L${x(index).toFixed(2)} ${y(soFarMicros).toFixed(2)}`).join('');
  const now = x(days.length - 1);
  const unknown = days.reduce((sum, { runsOfUnknownCost }) => sum + runsOfUnknownCost, 0);
  const far = caps.filter((cap) => !drawn.includes(cap));
  return (
    <>
      <figure className="customers-burn-down">
        <div className="customers-plot" aria-hidden="true">
          <svg viewBox={`0 0 ${WHOLE} ${WHOLE}`} preserveAspectRatio="none" aria-hidden="true">
            {weeks(length).map((day) => (
              <line key={day} data-part="week" x1={x(day - 2)} x2={x(day - 2)} y1="0" y2={WHOLE} />
            ))}
            <path data-part="area" d={`M0 ${WHOLE}${line}L${now.toFixed(2)} ${WHOLE}Z`} />
            {drawn.map(({ part, micros }) => (
              <line key={part} data-part={part} x1="0" x2={WHOLE} y1={y(micros)} y2={y(micros)} />
            ))}
            <path data-part="line" d={`M0 ${WHOLE}${line}`} />
            {days.map(({ day, runsOfUnknownCost }, index) =>
              runsOfUnknownCost > 0 ? (
                <line key={day} data-part="unknown" x1={x(index - 1)} x2={x(index)} y1={WHOLE} y2={WHOLE} />
              ) : null,
            )}
          </svg>
          {drawn.map(({ name, part, micros }) => (
            <span
              key={part}
              className="customers-plot-cap"
              data-below={drawn.some((other) => isCloseAbove(height(other.micros) - height(micros))) || undefined}
              style={{ bottom: `${height(micros)}%` }}
            >
              {name} {dollars(micros)}
            </span>
          ))}
          <span
            className="customers-plot-now"
            data-early={now < WHOLE / 2 || undefined}
            style={{ left: `${now}%`, bottom: `${height(total)}%` }}
          >
            {dollars(total)}
          </span>
        </div>
        <div className="customers-plot-days" aria-hidden="true">
          {weeks(length).map((day) => (
            <span key={day} style={{ left: `${x(day - 2)}%` }}>
              {day === 1 ? firstOf(month) : day}
            </span>
          ))}
        </div>
        <figcaption className="hint">
          {texts.chart.summary(
            dollars(total),
            unknown,
            far.map(({ name, micros }) => texts.chart.notDrawn(name, dollars(micros))),
          )}
        </figcaption>
      </figure>
      <details className="customers-days">
        <summary>{texts.chart.asTable}</summary>
        <table className="data">
          <caption className="only-heard">{texts.chart.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.chart.day}</th>
              <th scope="col" data-number>
                {texts.chart.runs}
              </th>
              <th scope="col" data-number>
                {texts.chart.charged}
              </th>
              <th scope="col" data-number>
                {texts.chart.total}
              </th>
              <th scope="col" data-number>
                {texts.chart.unknownCost}
              </th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ runs }) => runs > 0)
              .map((day) => (
                <tr key={day.day}>
                  <th scope="row">{day.day}</th>
                  <td data-title={texts.chart.runs} data-number>
                    {day.runs}
                  </td>
                  <td data-title={texts.chart.charged} data-number>
                    <Money micros={day.chargedMicros} />
                  </td>
                  <td data-title={texts.chart.total} data-number>
                    <Money micros={day.soFarMicros} />
                  </td>
                  <td data-title={texts.chart.unknownCost} data-number>
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
