import type { FailureClass } from './provider-failure.ts';

/** A failure that is the request's own fault at every provider. */
export interface RequestFailure {
  readonly failure: FailureClass;
  /** Where the request may still go: to no other deployment, or only to one with a larger context window. */
  readonly next: 'NONE' | 'LARGER_WINDOW';
  /** Reason, in a sentence. */
  readonly why: string;
}

/**
 * The only refusals of a request that another provider wouldn't take either. After any other 400, 404 or 422 the next
 * deployment is tried: the refusal is a rule of that provider, and the next one gets the request in its own form.
 */
export const REQUEST_FAILURES: readonly RequestFailure[] = [
  {
    failure: 'CONTEXT_LENGTH',
    next: 'LARGER_WINDOW',
    why: 'The input is too long for the model, so only a deployment with a larger context window can take it.',
  },
  {
    failure: 'CONTENT_FILTER',
    next: 'NONE',
    why: 'The provider refuses the content, and content that one provider refuses isn’t sent to others until one takes it.',
  },
];
