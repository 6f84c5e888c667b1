import type { Limit } from '../../platform/limits/limits.ts';

const perHour = (name: string, most: number): Limit => ({
  name,
  amount: async () => most,
  of: 'sign-ins that fail',
  per: 'hour',
  exempt: 'sign-in:unlimited',
  counted: 'BY_ALL',
});

/** From one network, whoever it is about. A whole office may share one. */
export const FAILURES_OF_NETWORK = perHour('sign-in-failures', 60);
/** About one account, from one network or by one browser that this account was used in. Who mistypes does not need more. */
export const FAILURES_OF_ACCOUNT_HERE = perHour('sign-in-failures-here', 10);
/**
 * About one account, from everywhere but browsers that it was used in: so that many machines together guess no more than this,
 * and keep nobody from signing in where they always do.
 */
export const FAILURES_OF_ACCOUNT = perHour('sign-in-failures-of-account', 100);
/** Links that are none, from one network. */
export const WRONG_LINKS = perHour('operator-links-wrong', 60);
/**
 * Codes, passkeys and passwords that are asked for again, about one account and from everywhere: only who has shown something of
 * that account comes to be asked, so that strangers lock nobody out. Six digits would else be guessed some day.
 */
export const WRONG_ANSWERS = perHour('wrong-answers', 20);
