import { Section } from '../../kit/page.tsx';
import { CopyButton, Facts, Id, Money, StatusBadge, When } from '../../kit/values.tsx';
import { Exact, Visible } from '../../kit/visible-text.tsx';
import { Part } from './part.tsx';
import { texts } from './texts.ts';

const ID = 'run_01m818k3xne7cr4w9e6scbkb5d';
const AN_HOUR_MS = 3_600_000;
const anHourAgo = new Date(Date.now() - AN_HOUR_MS).toISOString();

export function ValueParts() {
  return (
    <Section title={texts.values.title}>
      <Part name="Facts" when={texts.values.facts}>
        <Facts
          items={[
            [texts.lists.run, <Id key="id" value={ID} copies />],
            [texts.values.short, <Id key="short" value={ID} short />],
            [texts.values.started, <When key="began" at="2026-11-23T06:18:04.000Z" />],
            [texts.values.ended, <When key="ended" at={anHourAgo} ago />],
            [texts.values.shown, <When key="never" at={null} />],
            [texts.lists.cost, <Money key="cost" micros={1_234_560_000} />],
            [texts.values.callCost, <Money key="call" micros={27} isEstimated />],
            [texts.values.unknownCost, <Money key="unknown" micros={null} />],
          ]}
        />
      </Part>
      <Part name="StatusBadge" when={texts.values.badge}>
        <div className="part-row">
          <StatusBadge>{texts.values.succeeded}</StatusBadge>
          <StatusBadge tone="care">{texts.values.waiting}</StatusBadge>
          <StatusBadge tone="bad">{texts.values.refused}</StatusBadge>
          <StatusBadge tone="good">{texts.values.verified}</StatusBadge>
        </div>
      </Part>
      <Part name="Visible" when={texts.values.visible}>
        <p>
          <Visible text={texts.values.hidden} />
        </p>
      </Part>
      <Part name="Exact" when={texts.values.exact}>
        <Exact text='{"channel":"EMAIL","to":["ada@example.org"],"subject":"Forty chairs"}' />
      </Part>
      <Part name="CopyButton" when={texts.values.copy}>
        <CopyButton text={ID} what="id" label={texts.values.copyId} />
      </Part>
    </Section>
  );
}
