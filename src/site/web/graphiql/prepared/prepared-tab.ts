/** An operation that somebody finds ready to run. It needs nothing that only one service has, such as an id. */
export interface PreparedTab {
  /** The name of the operation, which GraphiQL puts on the tab and links name it by. */
  name: string;
  /** What it does, in a sentence. */
  about: string;
  /** The permission that it needs; null for whoever comes by. */
  needs: string | null;
  /** Lines stay under 48 characters: that is what the editor shows of them on a laptop. */
  query: string;
  /** The JSON text of the headers editor. */
  headers?: string;
}
