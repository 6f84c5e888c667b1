// biome-ignore lint/suspicious/noExplicitAny: each provider has a shape of its own, and a rule checks that it is kept
export type Body = any;

/** A request as a provider receives it. */
export interface SentRequest {
  /** With the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Body;
}

/** What a rule found in a request. Members left out are those of the rule and its dialect. */
export interface Offence {
  /** Place of the offending part, as the provider writes it. */
  readonly at: string;
  /** The provider's message, in its own words. */
  readonly message: string;
  readonly code?: string | number | null;
  readonly type?: string;
  readonly param?: string | null;
}

export interface Rule {
  /** Short and unique within its dialect. */
  readonly name: string;
  /** What the provider requires, as one sentence. */
  readonly says: string;
  /** Page of the documentation, public reports or code that the sentence comes from. */
  readonly source: string;
  /** Of the refusal. */
  readonly status: number;
  /** Null for a request that keeps the rule. */
  readonly offenceIn: (request: SentRequest, server: ServerOptions) => Offence | null;
}

export interface ServerOptions {
  /** Models that the provider has. Left out: any. */
  readonly models?: readonly string[];
  /** False for a server that is called without a key. Default true. */
  readonly needsKey?: boolean;
}

export interface Refusal {
  readonly rule: Rule;
  readonly offence: Offence;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The provider's error. A string is sent as it is, with the headers' type. */
  readonly body: object | string;
}

/** Rules of one provider's interface, with the shape of its errors. */
export interface Dialect {
  readonly rules: readonly Rule[];
  readonly errorOf: (offence: Offence, status: number) => object | string;
  readonly errorHeaders?: (status: number) => Readonly<Record<string, string>>;
}

export function rule(name: string, says: string, source: string, offenceIn: Rule['offenceIn'], status = 400): Rule {
  return { name, says, source, status, offenceIn };
}

/** The first of the rules that the request breaks, with the answer that the provider gives. */
export function refusalIn(dialect: Dialect, request: SentRequest, server: ServerOptions): Refusal | null {
  for (const one of dialect.rules) {
    const offence = one.offenceIn(request, server);
    if (offence) {
      const { status } = one;
      const headers = { 'content-type': 'application/json', ...dialect.errorHeaders?.(status) };
      return { rule: one, offence, status, headers, body: dialect.errorOf(offence, status) };
    }
  }
  return null;
}

/** An array as it is, anything else as an empty one. */
export const list = (value: unknown): Body[] => (Array.isArray(value) ? value : []);
export const isObject = (value: unknown): value is Record<string, Body> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The first result that isn't null. */
export function firstOf<T>(items: Iterable<T>, find: (item: T, at: number) => Offence | null): Offence | null {
  let at = 0;
  for (const item of items) {
    const offence = find(item, at++);
    if (offence) return offence;
  }
  return null;
}

/** The first key of an object that isn't among those that are known. */
export function unknownKey(value: unknown, known: ReadonlySet<string>): string | null {
  if (!isObject(value)) return null;
  return Object.keys(value).find((key) => value[key] !== undefined && !known.has(key)) ?? null;
}

/** Text of a content that is a string or a list of parts with texts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => (typeof part?.text === 'string' ? part.text : ''))
    .join('');
}

export const headerOf = ({ headers }: SentRequest, name: string): string => String(headers[name] ?? '');
export const bearerOf = (request: SentRequest): string =>
  /^Bearer (.+)$/.exec(headerOf(request, 'authorization'))?.[1] ?? '';
export const pathOf = ({ path }: SentRequest): string => path.split('?')[0]!;
