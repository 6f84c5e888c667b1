import { escapeHtml } from '../../platform/pages/html-page.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long somebody still has, in words; soon is within a day. */
export function dueIn(expiresAt: Date, now: Date): { text: string; isSoon: boolean } {
  const left = expiresAt.getTime() - now.getTime();
  const text =
    left <= 0
      ? 'over'
      : left < HOUR_MS
        ? amount(left, MINUTE_MS, 'minute')
        : left < 2 * DAY_MS
          ? amount(left, HOUR_MS, 'hour')
          : amount(left, DAY_MS, 'day');
  return { text: left <= 0 ? text : `${text} left`, isSoon: left < DAY_MS };
}

function amount(left: number, unitMs: number, unit: string): string {
  const count = Math.max(1, Math.floor(left / unitMs));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** To the minute, as everybody reads it the same. */
export function utc(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** An actor, with the name of a person. */
export function whoHtml(actor: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(actor);
  const code = `<code>${escapeHtml(actor)}</code>`;
  return name === undefined ? code : `<bdi>${escapeHtml(name)}</bdi> ${code}`;
}
