/** A problem that a diagnosis found. */
export interface DiagnosedProblem {
  /** Sentence about the problem, without its period. */
  detail: string;
  /** Advice on how to fix it. */
  advice: string;
}

/** A check of a feature for `imprimatur doctor`, which reads the database and the service's files. */
export interface Diagnosis {
  /** Name of what is checked, as in the health report. */
  name: string;
  /** Sentence about a good result, without its period. */
  good: string;
  /** Returns the problem. Null without a problem. Must not change anything. */
  find(): Promise<DiagnosedProblem | null>;
}
