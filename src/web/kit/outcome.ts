import type { CombinedError } from '@urql/core';
import { type Failure, failureOf } from './failure.ts';
import type { Wanted } from './session.ts';

/** What every problem of a mutation's result has. */
export interface ProblemShape {
  __typename?: string;
  code: string;
  message: string;
}

type ResultOf<Data> = NonNullable<Exclude<Data[keyof Data], string>>;
export type ProblemOf<Data> = Extract<ResultOf<Data>, { code: unknown; message: unknown }>;
export type PayloadOf<Data> = Exclude<ResultOf<Data>, { code: unknown; message: unknown }>;

/** What became of a mutation. */
export type Outcome<Data> =
  | { kind: 'DONE'; payload: PayloadOf<Data> }
  /** A member of the result that whoever asked can act on, with its own facts. */
  | { kind: 'PROBLEM'; problem: ProblemOf<Data> }
  | { kind: 'FAILURE'; failure: Failure }
  /** The user closed the dialog that asked for what was wanted. Nothing was done. */
  | { kind: 'LEFT'; wanted: Wanted };

/** Why nothing was done after the dialog was closed, in one sentence. */
export const LEFT_REASONS: Readonly<Record<Wanted, string>> = {
  SIGN_IN: 'You are not signed in.',
  CONFIRM: 'You did not show that it is you.',
  SAME_PERSON: 'Another person has signed in. Reload the page.',
};

/** The one root field's result, told apart. */
export function outcomeOf<Data>(data: Data | null | undefined, error: CombinedError | undefined): Outcome<Data> {
  const result = Object.entries(data ?? {}).find(([name]) => name !== '__typename')?.[1] as
    | ResultOf<Data>
    | null
    | undefined;
  if (result === null || result === undefined) {
    return { kind: 'FAILURE', failure: error ? failureOf(error) : { kind: 'BROKEN', requestId: null } };
  }
  return isProblem(result)
    ? { kind: 'PROBLEM', problem: result as ProblemOf<Data> }
    : { kind: 'DONE', payload: result as PayloadOf<Data> };
}

/** The code of whatever it was refused with. */
export function codeOf<Data>(outcome: Outcome<Data>): string | null {
  if (outcome.kind === 'PROBLEM') return (outcome.problem as unknown as ProblemShape).code;
  return outcome.kind === 'FAILURE' && outcome.failure.kind === 'REFUSED' ? outcome.failure.code : null;
}

/** Whether somebody else has changed it meanwhile, which the screen shows as a choice between the two. */
export function isConflict({ code }: { code: string }): boolean {
  return code === 'CONFLICT';
}

function isProblem(result: object): result is ProblemShape {
  return 'code' in result && 'message' in result;
}
