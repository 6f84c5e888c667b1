export type CheckResult = 'OK' | 'WARN' | 'FAIL' | 'SKIPPED';

/** What was seen of one thing. */
export interface DoctorFinding {
  name: string;
  verdict: CheckResult;
  /** Without a secret. */
  detail: string;
  /** What to do about it. */
  advice?: string;
}

const finding =
  (verdict: CheckResult) =>
  (name: string, detail: string, advice?: string): DoctorFinding => ({
    name,
    verdict,
    detail,
    ...(advice && { advice }),
  });

export const ok = finding('OK');
export const warn = finding('WARN');
export const fail = finding('FAIL');
export const skip = finding('SKIPPED');
