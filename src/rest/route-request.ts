/** The data of a request that a route can use. */
export interface RouteRequest<Body, Query> {
  body: Body;
  query: Query;
  params: Record<string, string>;
  /** True for `HEAD`, which must change nothing even if `GET` on this path does. */
  isHead: boolean;
  /** Value of a request header. `name` is in lower case. */
  header(name: string): string | undefined;
  publicUrl: string;
}
