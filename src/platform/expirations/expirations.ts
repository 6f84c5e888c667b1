import type { Context } from '../context.ts';
import type { ReadContributions } from '../contributions.ts';
import { publishAll } from '../events/outbox.ts';
import { type ExpiringCredential, insertAnnouncements } from './announced-expiration.sql.ts';

/** Kinds of things that expire. Stored values; they never change. */
export const ExpirationKind = {
  PRICE: 'PRICE',
  CUSTOMER_KEY: 'CUSTOMER_KEY',
  AGENT_KEY: 'AGENT_KEY',
  OPERATOR_TOKEN: 'OPERATOR_TOKEN',
  PARTNER_LINK: 'PARTNER_LINK',
  CERTIFICATE: 'CERTIFICATE',
} as const;
export type ExpirationKind = (typeof ExpirationKind)[keyof typeof ExpirationKind];

/** A credential, certificate or price that expires unless an operator acts. */
export interface Expiration {
  kind: ExpirationKind;
  /** Id of the key, deployment of the price, or digest of the certificate that expires. */
  subjectId: string;
  /** Name of the expiring thing for operators. Never a secret. */
  title: string;
  endsAt: Date;
  /**
   * Start of the validity. Null if unknown. An announcement is skipped unless the whole validity is longer than the time between
   * the announcement and the expiration.
   */
  beganAt: Date | null;
  /** Customer that is notified in addition to the operators. Null for operators only. */
  customerId: string | null;
}

/** Finds things that expire by `until` and have no successor, including things that have already expired and are still needed. */
export type FindExpirations = (ctx: Context, until: Date) => Promise<readonly Expiration[]>;

declare module '../contributions.ts' {
  interface Contributions {
    /** Functions that find expirations, by feature. Called every ten minutes, so they must be cheap. */
    expirations: Record<string, FindExpirations>;
  }
}

declare module '../events/outbox.ts' {
  interface Events {
    'endings.announced': {
      kind: ExpirationKind;
      subjectId: string;
      customerId: string | null;
      endsAt: string;
      daysBefore: number;
    };
  }
}

const DAY_MS = 86_400_000;
/** Days before an expiration on which it is announced. The last announcement comes first. */
export const ANNOUNCED_DAYS = [1, 7, 30] as const;
const FIRST_DAYS = 30;

/**
 * An expiration with the number of days before it at which its latest announcement was due: 30, 7 or 1; 0 after the expiration.
 */
export interface UpcomingExpiration extends Expiration {
  daysBefore: number;
}

/**
 * Expirations that have already happened or whose first announcement is due, the earliest first. The first announcement is due 30
 * days before the expiration, later for a short validity.
 */
export async function upcomingExpirations(ctx: Context, contributed: ReadContributions): Promise<UpcomingExpiration[]> {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + FIRST_DAYS * DAY_MS);
  const found: Expiration[] = [];
  // Calls one function after the other, because all use the context's one database connection.
  for (const find of Object.values(contributed('expirations'))) found.push(...(await find(ctx, until)));
  return found
    .flatMap((ending) => {
      const daysBefore = announcementAt(ending, now);
      return daysBefore === null ? [] : { ...ending, daysBefore };
    })
    .sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime());
}

/**
 * Number of days before the expiration at which the latest announcement was due; 0 after the expiration. Null before the first
 * announcement.
 */
export function announcementAt({ endsAt, beganAt }: Pick<Expiration, 'endsAt' | 'beganAt'>, now: Date): number | null {
  const left = endsAt.getTime() - now.getTime();
  if (left <= 0) return 0;
  const lived = beganAt === null ? Number.POSITIVE_INFINITY : endsAt.getTime() - beganAt.getTime();
  return ANNOUNCED_DAYS.find((days) => left <= days * DAY_MS && lived > days * DAY_MS) ?? null;
}

/** Publishes an event for each announcement that is due and wasn't published yet. Returns their number. */
export async function announceExpirations(ctx: Context, contributed: ReadContributions): Promise<number> {
  const due = (await upcomingExpirations(ctx, contributed)).filter(({ daysBefore }) => daysBefore > 0);
  return ctx.transactional(async ({ em }) => {
    const announced = await insertAnnouncements(em, due);
    const news = due.filter(({ subjectId }) => announced.has(subjectId));
    for (const one of news) ctx.logger.warn({ kind: one.kind, subjectId: one.subjectId }, expirationSentence(one));
    const events = news.map(({ kind, subjectId, customerId, endsAt, daysBefore }) => ({
      type: 'endings.announced' as const,
      payload: { kind, subjectId, customerId, endsAt: endsAt.toISOString(), daysBefore },
      owner: null,
    }));
    await publishAll(em, events);
    return events.length;
  });
}

/** Converts credentials of one kind to expirations. */
export function expirationsOf(kind: ExpirationKind, credentials: readonly ExpiringCredential[]): Expiration[] {
  return credentials.map(({ id, name, customerId, createdAt, expiresAt }) => ({
    kind,
    subjectId: id,
    title: name,
    endsAt: new Date(expiresAt),
    beganAt: new Date(createdAt),
    customerId,
  }));
}

/** Describes an expiration in a sentence, for operators. */
export function expirationSentence({ kind, title, endsAt, daysBefore }: UpcomingExpiration): string {
  const what = [kind.toLowerCase().replace('_', ' '), title].join(' ');
  const day = endsAt.toISOString().slice(0, 10);
  return daysBefore === 0
    ? `The ${what} expired on ${day} and has no successor. Create one if it is still needed.`
    : `The ${what} expires on ${day} and has no successor. Create one before then.`;
}
