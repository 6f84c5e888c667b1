export type Verdict = 'OK' | 'WARN' | 'FAIL' | 'SKIPPED';

/** What was seen of one thing. */
export interface Finding {
  name: string;
  verdict: Verdict;
  /** Without a secret. */
  detail: string;
  /** What to do about it. */
  advice?: string;
}

const finding =
  (verdict: Verdict) =>
  (name: string, detail: string, advice?: string): Finding => ({ name, verdict, detail, ...(advice && { advice }) });

export const ok = finding('OK');
export const warn = finding('WARN');
export const fail = finding('FAIL');
export const skip = finding('SKIPPED');
