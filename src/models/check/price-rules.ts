import type { ValueIssue } from '../../platform/errors/errors.ts';
import { TaskKind } from '../catalogue.ts';
import type { ShapedCatalogue } from './catalogue-shape.ts';

type ShapedPrice = ShapedCatalogue['prices'][number];
type ReportIssue = (pointer: string, detail: string) => void;

/** What is wrong with prices by themselves and with each other: at any time a deployment has one at the most. */
export function priceFaults({ prices, deployments }: ShapedCatalogue): ValueIssue[] {
  const faults: ValueIssue[] = [];
  const fault: ReportIssue = (pointer, detail) => faults.push({ pointer, detail });
  const known = new Map(deployments.map(({ id, kind }) => [id, kind]));
  prices.forEach((price, at) => {
    const place = `/prices/${at}`;
    if (!known.has(price.deployment))
      fault(`${place}/deployment`, `There is no deployment called ${price.deployment}.`);
    if (price.validUntil !== null && Date.parse(price.validUntil) <= Date.parse(price.validFrom)) {
      fault(`${place}/validUntil`, 'Send a time after `validFrom`.');
    }
    imageFaults(price, known.get(price.deployment), place, fault);
    tierFaults(price, place, fault);
    peakFaults(price, place, fault);
  });
  overlaps(prices, fault);
  return faults;
}

function imageFaults({ images }: ShapedPrice, kind: TaskKind | undefined, place: string, fault: ReportIssue): void {
  if (kind !== undefined && (kind === TaskKind.IMAGE) !== (images !== null)) {
    fault(`${place}/images`, kind === TaskKind.IMAGE ? 'Say what pictures cost.' : 'Send null: it makes no pictures.');
  }
  for (const list of ['each', 'most'] as const) {
    images?.[list].forEach(({ maxPixels }, at, rows) => {
      const before = at === 0 ? 0 : rows[at - 1]!.maxPixels;
      if (before !== null && (maxPixels === null || maxPixels > before)) return;
      const detail = before === null ? 'The row before it holds for all sizes.' : `Send more than ${before}.`;
      fault(`${place}/images/${list}/${at}/maxPixels`, detail);
    });
  }
}

function tierFaults({ tiers }: ShapedPrice, place: string, fault: ReportIssue): void {
  tiers.forEach(({ aboveInputTokens, inputMicros, cachedInputMicros }, at) => {
    const pointer = `${place}/tiers/${at}`;
    if (at === 0 && aboveInputTokens !== 0) fault(`${pointer}/aboveInputTokens`, 'The first tier begins with 0.');
    const below = tiers[at - 1]?.aboveInputTokens ?? Number.NEGATIVE_INFINITY;
    if (aboveInputTokens <= below) {
      fault(`${pointer}/aboveInputTokens`, `Tiers stand in ascending order: send more than ${below}.`);
    }
    if (cachedInputMicros !== null && cachedInputMicros > inputMicros) {
      fault(`${pointer}/cachedInputMicros`, `Send at most ${inputMicros}, what it costs uncached.`);
    }
  });
}

function peakFaults({ peak }: ShapedPrice, place: string, fault: ReportIssue): void {
  peak?.windows.forEach(({ fromHour, toHour }, at) => {
    if (fromHour === toHour || fromHour === 24) {
      fault(`${place}/peak/windows/${at}/toHour`, 'Send another hour than the one it begins with, which is 0 to 23.');
    }
  });
  // Amounts are exact; a factor of more places would have to be rounded.
  if (peak && Math.round(peak.factor * 100) / 100 !== peak.factor) {
    fault(`${place}/peak/factor`, 'Send at most two decimal places.');
  }
}

/** One that has no end ends where the next begins; one that has an end must not reach beyond that. */
function overlaps(prices: readonly ShapedPrice[], fault: ReportIssue): void {
  const dated = prices.map((price, at) => ({ price, at, from: Date.parse(price.validFrom) }));
  for (const same of Map.groupBy(dated, ({ price }) => price.deployment).values()) {
    same.sort((one, other) => one.from - other.from);
    same.forEach(({ price, at, from }, index) => {
      const before = same[index - 1];
      if (!before) return;
      if (before.from === from) {
        fault(
          `/prices/${at}/validFrom`,
          `${price.deployment} has another price from then on, in /prices/${before.at}.`,
        );
      } else if (before.price.validUntil !== null && Date.parse(before.price.validUntil) > from) {
        fault(`/prices/${before.at}/validUntil`, `It overlaps with the price that begins in /prices/${at}.`);
      }
    });
  }
}
