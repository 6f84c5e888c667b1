import type { ValueIssue } from '../../platform/errors/errors.ts';
import { TaskKind } from '../catalogue.ts';
import { highestOutputPrice } from '../image-price.ts';
import type { ShapedCatalogue } from './catalogue-shape.ts';

type ShapedPrice = ShapedCatalogue['prices'][number];
type ReportIssue = (pointer: string, detail: string) => void;

/** Checks prices one by one and together: a deployment has at most one price at any time. */
export function priceFaults({ prices, deployments }: ShapedCatalogue): ValueIssue[] {
  const faults: ValueIssue[] = [];
  const fault: ReportIssue = (pointer, detail) => faults.push({ pointer, detail });
  const known = new Map(deployments.map(({ id, kind }) => [id, kind]));
  prices.forEach((price, at) => {
    const place = `/prices/${at}`;
    if (!known.has(price.deployment)) fault(`${place}/deployment`, `Unknown deployment: ${price.deployment}.`);
    if (price.validUntil !== null && Date.parse(price.validUntil) <= Date.parse(price.validFrom)) {
      fault(
        `${place}/validUntil`,
        `\`validUntil\` (${price.validUntil}) must be after \`validFrom\` (${price.validFrom}).`,
      );
    }
    imageFaults(price, known.get(price.deployment), place, fault);
    tierFaults(price, place, fault);
    peakFaults(price, place, fault);
  });
  overlaps(prices, fault);
  return faults;
}

function imageFaults(price: ShapedPrice, kind: TaskKind | undefined, place: string, fault: ReportIssue): void {
  const { images } = price;
  if (kind !== undefined && (kind === TaskKind.IMAGE) !== (images !== null)) {
    fault(
      `${place}/images`,
      kind === TaskKind.IMAGE
        ? 'Add image prices: this deployment draws images.'
        : 'Send null: this deployment draws no images.',
    );
  }
  if (images?.most.length === 0 && highestOutputPrice(price) > 0) {
    const detail = 'Add the maximum number of output tokens: they have a price, so the maximum cost depends on it.';
    fault(`${place}/images/most`, detail);
  }
  for (const list of ['each', 'most'] as const) {
    images?.[list].forEach(({ maxPixels }, at, rows) => {
      const before = at === 0 ? 0 : rows[at - 1]!.maxPixels;
      if (before !== null && (maxPixels === null || maxPixels > before)) return;
      const detail =
        before === null
          ? 'The row before it covers all sizes. Only the last row can have null.'
          : `Must be more than ${before}, the size in the row before it.`;
      fault(`${place}/images/${list}/${at}/maxPixels`, detail);
    });
  }
}

function tierFaults({ tiers }: ShapedPrice, place: string, fault: ReportIssue): void {
  tiers.forEach(({ aboveInputTokens, inputMicros, cachedInputMicros }, at) => {
    const pointer = `${place}/tiers/${at}`;
    if (at === 0 && aboveInputTokens !== 0)
      fault(`${pointer}/aboveInputTokens`, `The first tier must start at 0, not at ${aboveInputTokens}.`);
    const below = tiers[at - 1]?.aboveInputTokens ?? Number.NEGATIVE_INFINITY;
    if (aboveInputTokens <= below) {
      fault(
        `${pointer}/aboveInputTokens`,
        `${aboveInputTokens} must be more than ${below}: list tiers in ascending order.`,
      );
    }
    if (cachedInputMicros !== null && cachedInputMicros > inputMicros) {
      fault(
        `${pointer}/cachedInputMicros`,
        `${cachedInputMicros} is more than the price of uncached input (${inputMicros}).`,
      );
    }
  });
}

function peakFaults({ peak }: ShapedPrice, place: string, fault: ReportIssue): void {
  peak?.windows.forEach(({ fromHour, toHour }, at) => {
    if (fromHour === toHour || fromHour === 24) {
      fault(
        `${place}/peak/windows/${at}/toHour`,
        `A window must end at another hour than it starts (${fromHour}), and start at 0 to 23.`,
      );
    }
  });
  // Costs are computed with whole hundredths of the factor.
  if (peak && Math.round(peak.factor * 100) / 100 !== peak.factor) {
    fault(`${place}/peak/factor`, `${peak.factor} has more than two decimal places.`);
  }
}

/**
 * Reports prices of one deployment that start at the same time or overlap. A price without an end ends where the next price
 * starts, so it doesn't overlap with that price.
 */
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
          `${price.deployment} already has a price from this time on, in /prices/${before.at}.`,
        );
      } else if (before.price.validUntil !== null && Date.parse(before.price.validUntil) > from) {
        fault(
          `/prices/${before.at}/validUntil`,
          `This price of ${price.deployment} overlaps with the next one, in /prices/${at}.`,
        );
      }
    });
  }
}
