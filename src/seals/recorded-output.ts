import type { VerifiedRun } from '../gateway/index.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { InputInvalid, type Problem } from '../platform/graphql/schema/problem.ts';
import { SealConflict } from './seal.problems.ts';
import { hexDigest } from './sha256.ts';

/** Problem with sealing a text, which can be sealed, as the output of a recorded run. Null if it is the run’s output. */
export function outputProblem(run: VerifiedRun, text: string): Problem | null {
  const issue = (detail: string): ValueIssue[] => [{ pointer: '/text', detail }];
  if (run.status !== 'SUCCEEDED') return new SealConflict('The run didn’t succeed, so it has no output to seal.');
  if (run.outputTextSha256 === null) {
    return new SealConflict('This run has no recorded digest of an output text, so the text can’t be verified.');
  }
  if (hexDigest(Buffer.from(text, 'utf8')) === run.outputTextSha256) return null;
  return new InputInvalid(issue('The text isn’t exactly the run’s output: its SHA-256 differs from the recorded one.'));
}
