import type { Limit } from '../../platform/limits/limits.ts';

const perHour = (name: string, most: number): Limit => ({
  name,
  amount: async () => most,
  of: 'failed sign-ins',
  per: 'hour',
  exempt: 'sign-in:unlimited',
  counted: 'BY_ALL',
});

/** Failed sign-ins per network, for all accounts. A whole office can share one network. */
export const FAILURES_OF_NETWORK = perHour('sign-in-failures', 60);
/** Failed sign-ins per account, from one network or known browser. Enough for typing errors. */
export const FAILURES_OF_ACCOUNT_HERE = perHour('sign-in-failures-here', 10);
/**
 * Failed sign-ins per account, from everywhere except known browsers. Limits an attack from many machines, which can’t lock the
 * operator out of a known browser.
 */
export const FAILURES_OF_ACCOUNT = perHour('sign-in-failures-of-account', 100);
/** Requests with unknown sign-up, reset and invitation links, per network. */
export const WRONG_LINKS = perHour('operator-links-wrong', 60);
/**
 * Wrong codes, passkeys and passwords per account, from everywhere. Only callers who have proven one factor are counted, so
 * anonymous callers can’t lock an operator out. Without this limit, six digits could be guessed.
 */
export const WRONG_ANSWERS = perHour('wrong-answers', 20);
