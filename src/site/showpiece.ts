/** A picture that the first page shows to everybody, with the brief it was drawn from. */
export interface Showpiece {
  title: string;
  /** What is to be seen, for who cannot see it. */
  alt: string;
  brief: string;
  /** Where its files are, without a slash at the end: `/media/ast_…`. */
  path: string;
  /** In pixels. */
  width: number;
  height: number;
}
