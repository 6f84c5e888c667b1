import { escapeHtml } from '../../site/index.ts';
import type { SeenActor } from '../known-actors.ts';
import { visibleHtml } from './visible-text.ts';

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

/** Who asks and who decides, by actor. */
export type Actors = ReadonlyMap<string, SeenActor>;

/** An actor: what it is, its name where it has one, and its id, with who answers for it. */
export function whoHtml(actor: string, actors: Actors): string {
  return seenHtml(actors.get(actor) ?? unnamed(actor), ({ actor: id }) => ` <code>${escapeHtml(id)}</code>`);
}

/** The same without ids, where there is little room. Who has no name is told by its id. */
export function whoBriefly(actor: string, actors: Actors): string {
  return seenHtml(actors.get(actor) ?? unnamed(actor), () => '');
}

function seenHtml(seen: SeenActor, idHtml: (seen: SeenActor) => string): string {
  const { actor, name, owner } = seen;
  const kind = KINDS[actor.split(':', 1)[0]!];
  // A name is chosen by whoever it helps: it stands apart, behind what it is the name of, so that it cannot go on as if it were ours.
  const who =
    name === null || kind === undefined
      ? `<code>${escapeHtml(actor)}</code>`
      : `${kind} <b class="named">${visibleHtml(name)}</b>${idHtml(seen)}`;
  return owner === null ? who : `${who} of ${seenHtml(owner, idHtml)}`;
}

const unnamed = (actor: string): SeenActor => ({ actor, name: null, owner: null });

const KINDS: Readonly<Record<string, string>> = {
  agent: 'the agent',
  customer: 'the customer',
  operator: 'the operator',
};
