declare module '../contributions.ts' {
  interface Contributions {
    /**
     * Pictures for the first page that everybody may see, by the name of the feature. Asked for at each view of it: cheap, and
     * none where there is none.
     */
    showpieces: Record<string, () => Promise<readonly Showpiece[]>>;
  }
}

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
