import { Section } from '../../kit/page.tsx';
import { CopyButton, Facts, Id, Money, StatusBadge, When } from '../../kit/values.tsx';
import { Exact, Visible } from '../../kit/visible-text.tsx';
import { Part } from './part.tsx';

const ID = 'run_01m818k3xne7cr4w9e6scbkb5d';
const AN_HOUR_MS = 3_600_000;
const anHourAgo = new Date(Date.now() - AN_HOUR_MS).toISOString();
/** A letter of another alphabet, and a sign that turns the reading direction. */
const HIDING = 'P\u0430y the invoice \u202Eof Ada';

export function ValueParts() {
  return (
    <Section title="Values">
      <Part name="Facts" when="Terms and what they are. What is unknown is said, and is not nothing.">
        <Facts
          items={[
            ['Run', <Id key="id" value={ID} copies />],
            ['Short', <Id key="short" value={ID} short />],
            ['Began', <When key="began" at="2026-11-23T06:18:04.000Z" />],
            ['Ended', <When key="ended" at={anHourAgo} ago />],
            ['Was shown', <When key="never" at={null} />],
            ['Cost', <Money key="cost" micros={1_234_560_000} />],
            ['Of one call', <Money key="call" micros={27} isEstimated />],
            ['Of another', <Money key="unknown" micros={null} />],
          ]}
        />
      </Part>
      <Part name="StatusBadge" when="A state in a word. Green is for what was verified, and for nothing else.">
        <div className="part-row">
          <StatusBadge>Succeeded</StatusBadge>
          <StatusBadge tone="care">Waiting</StatusBadge>
          <StatusBadge tone="bad">Refused</StatusBadge>
          <StatusBadge tone="good">Verified</StatusBadge>
        </div>
      </Part>
      <Part name="Visible" when="A text of somebody else: what hides in it stands there by its number.">
        <p>
          <Visible text={HIDING} />
        </p>
      </Part>
      <Part name="Exact" when="The same whole and as it is, in its own order.">
        <Exact text='{"channel":"EMAIL","to":["ada@example.org"],"subject":"Forty chairs"}' />
      </Part>
      <Part name="CopyButton" when="Copies, and says so.">
        <CopyButton text={ID} what="id" label="Copy the id" />
      </Part>
    </Section>
  );
}
