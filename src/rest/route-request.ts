/** Parts of a request that a route can use. */
export interface RouteRequest<Body, Query> {
  body: Body;
  query: Query;
  params: Record<string, string>;
  /** True for `HEAD`, which must change nothing even if `GET` on the same path does. */
  isHead: boolean;
  /** A request header by its lower-case name. */
  header(name: string): string | undefined;
  publicUrl: string;
}
