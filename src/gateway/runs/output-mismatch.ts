export const OutputMismatchKind = { NOT_JSON: 'NOT_JSON', UNFIT: 'UNFIT', UNCHECKED: 'UNCHECKED' } as const;
export type OutputMismatchKind = (typeof OutputMismatchKind)[keyof typeof OutputMismatchKind];

/** How an answer misses its schema. Contains the position in the answer, never the value there. */
export interface OutputMismatch {
  readonly kind: OutputMismatchKind;
  readonly message: string;
  /** JSON pointer to the mismatch in the answer. Empty for the whole answer, null if the position is unknown. */
  readonly pointer: string | null;
}
