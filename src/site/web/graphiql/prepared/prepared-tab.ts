/** An example operation that runs on any installation, so it contains no ids. */
export interface PreparedTab {
  /** Name of the operation. It is shown on the tab and used in links. */
  name: string;
  /** Description of the operation in one or two sentences. */
  about: string;
  /** Permission that the operation requires. Null if anonymous callers can run it. */
  needs: string | null;
  /** GraphQL text. Each line has fewer than 48 characters, the width of the editor on a laptop. */
  query: string;
  /** Request headers as JSON text, for GraphiQL's headers editor. */
  headers?: string;
}
