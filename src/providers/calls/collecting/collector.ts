// biome-ignore lint/suspicious/noExplicitAny: each provider has its own form
export type Json = any;

/** Error reported inside a stream, in the provider's form. */
export class ReportedInStream {
  readonly data: Json;

  constructor(data: Json) {
    this.data = data;
  }
}

/** Combines the events of a stream into the complete answer that the provider would have sent without streaming. */
export interface Collector {
  /**
   * Takes the data of the next event.
   * @returns true if it contains some of the answer
   * @throws ReportedInStream
   */
  take(event: Json): boolean;
  /** Complete answer. Null until the provider has reported the end. */
  whole(): Json | null;
}

/** How one provider streams an answer that this service collects. */
export interface CollectedStream {
  /** Path at which the provider streams the answer. */
  path(path: string): string;
  /** Members of the request that ask for a stream, as JSON without braces. Null if the path alone asks for it. */
  readonly asking: string | null;
  collector(): Collector;
}

/** Adds members to a request's body. The last of two equal names counts. */
export const withMembers = (body: string, members: string | null) =>
  members === null ? body : `${body.slice(0, body.lastIndexOf('}'))},${members}}`;
