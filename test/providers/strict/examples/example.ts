import type { Body, SentRequest, ServerOptions } from '../../../support/providers/strict/rule.ts';

/** Fields of a body that differ from a plain request. Names with $ are of the request and the server. */
export type Change = Record<string, Body> & {
  $path?: string;
  $headers?: SentRequest['headers'];
  $server?: ServerOptions;
};

/** A request that a rule refuses, and its neighbour that the provider takes. */
export type Example = readonly [refused: Change, taken: Change];

export interface Examples {
  /** A request that every rule takes. */
  readonly plain: SentRequest;
  /** By the name of the rule. */
  readonly of: Readonly<Record<string, Example>>;
}

export function changed(
  plain: SentRequest,
  { $path, $headers, $server, ...body }: Change,
): [SentRequest, ServerOptions | undefined] {
  return [{ path: $path ?? plain.path, headers: $headers ?? plain.headers, body: { ...plain.body, ...body } }, $server];
}

export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

export const OBJECT = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
export const CLOSED = { ...OBJECT, additionalProperties: false };
/** A closed object with one property. */
export const closed = (a: object, more: object = {}) => ({ ...CLOSED, properties: { a }, ...more });
export const RECURSIVE = {
  type: 'object',
  properties: { next: { $ref: '#' } },
  required: ['next'],
  additionalProperties: false,
};
