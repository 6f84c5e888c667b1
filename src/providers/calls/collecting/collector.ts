// biome-ignore lint/suspicious/noExplicitAny: each dialect has its own
export type Json = any;

/** An error that the provider reported inside its stream, as it came. */
export class ReportedInStream {
  readonly data: Json;

  constructor(data: Json) {
    this.data = data;
  }
}

/** Puts the events of a stream together to the answer that the provider would have given in one piece. */
export interface Collector {
  /**
   * Takes the data of the next event.
   * @returns true if it has some of the answer
   * @throws ReportedInStream
   */
  take(event: Json): boolean;
  /** The whole answer; null while the provider hasn't said that it is over. */
  whole(): Json | null;
}

/** Form in which one provider streams an answer that is wanted in one piece. */
export interface CollectedStream {
  /** Path at which the provider streams the answer. */
  path(path: string): string;
  /** Members of the request that ask for a stream, as JSON without braces. */
  readonly asking: string | null;
  collector(): Collector;
}

/** A request's body with more members. The last of two with one name counts. */
export const withMembers = (body: string, members: string | null) =>
  members === null ? body : `${body.slice(0, body.lastIndexOf('}'))},${members}}`;
