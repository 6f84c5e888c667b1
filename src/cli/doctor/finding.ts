export type CheckResult = 'OK' | 'WARN' | 'FAIL' | 'SKIPPED';

/** Result of one check of the command `doctor`. */
export interface DoctorFinding {
  name: string;
  verdict: CheckResult;
  /** Description without secrets. */
  detail: string;
  /** Advice on how to fix the problem. */
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
