declare module '../contributions.ts' {
  interface Contributions {
    /** Public pictures for the first page, by the name of the feature. Called at each view of the page, so it must be cheap. */
    showpieces: Record<string, () => Promise<readonly Showpiece[]>>;
  }
}

/** A picture that the first page shows to all callers, with the brief it was drawn from. */
export interface Showpiece {
  title: string;
  /** Description for readers who can't see it. */
  alt: string;
  brief: string;
  /** Where its files are, without a slash at the end: `/media/ast_…`. */
  path: string;
  /** In pixels. */
  width: number;
  height: number;
}
