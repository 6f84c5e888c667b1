import type { FailureClass } from './provider-failure.ts';

/** Failure after which the request is sent to no other deployment, or only to some. */
export interface RequestFailure {
  readonly failure: FailureClass;
  /** Remaining deployments for the request: none, or only those with a larger context window. */
  readonly next: 'NONE' | 'LARGER_WINDOW';
  /** Reason, as a sentence. */
  readonly why: string;
}

/**
 * Failures that limit the fallbacks of a request. After any other refusal with 400, 404 or 422 the next deployment is called:
 * such a refusal is a rule of one provider, and each provider gets the request in its own form.
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
