/** What of a request a route may go by. */
export interface RouteRequest<Body, Query> {
  body: Body;
  query: Query;
  params: Record<string, string>;
  /** `HEAD` must change nothing, whatever `GET` on the same path does. */
  isHead: boolean;
  /** A request header by its lower-case name. */
  header(name: string): string | undefined;
  publicUrl: string;
}
