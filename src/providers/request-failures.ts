import type { FailureClass } from './provider-failure.ts';

/** Failure that the request would cause at every provider. */
export interface RequestFailure {
  readonly failure: FailureClass;
  /** Remaining deployments for the request: none, or only those with a larger context window. */
  readonly next: 'NONE' | 'LARGER_WINDOW';
  /** Reason, as a sentence. */
  readonly why: string;
}

/**
 * Refusals that every provider would repeat. After any other 400, 404 or 422 the next deployment is called: the refusal is a rule
 * of one provider, and the next provider gets the request in its own form.
 */
export const REQUEST_FAILURES: readonly RequestFailure[] = [
  {
    failure: 'CONTEXT_LENGTH',
    next: 'LARGER_WINDOW',
    why: 'The input is too long for the model. Only a deployment with a larger context window can accept it.',
  },
  {
    failure: 'CONTENT_FILTER',
    next: 'NONE',
    why: 'The provider refused the content. Refused content isn’t sent to other providers until one accepts it.',
  },
];
