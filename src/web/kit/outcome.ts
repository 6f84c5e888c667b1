import type { CombinedError } from '@urql/core';
import { type Failure, failureOf } from './failure.ts';
import type { SessionStep } from './session.ts';
import { texts } from './texts.ts';

/** Fields that every problem type of a mutation's result has. */
export interface ProblemShape {
  __typename?: string;
  code: string;
  message: string;
}

type ResultOf<Data> = NonNullable<Exclude<Data[keyof Data], string>>;
export type ProblemOf<Data> = Extract<ResultOf<Data>, { code: unknown; message: unknown }>;
export type PayloadOf<Data> = Exclude<ResultOf<Data>, { code: unknown; message: unknown }>;

/** Result of sending a mutation. */
export type MutationOutcome<Data> =
  | { kind: 'DONE'; payload: PayloadOf<Data> }
  /** The mutation returned a problem, with the fields of its own type. */
  | { kind: 'PROBLEM'; problem: ProblemOf<Data> }
  | { kind: 'FAILURE'; failure: Failure }
  /** The user didn't take the session step that the mutation needs, so the mutation had no effect. */
  | { kind: 'LEFT'; step: SessionStep };

/** Sentences, by session step, that say why nothing was sent after the user closed the dialog. */
export const LEFT_REASONS: Readonly<Record<SessionStep, string>> = texts.leftReasons;

/** Converts a GraphQL result with one root field to an outcome. */
export function outcomeOf<Data>(
  data: Data | null | undefined,
  error: CombinedError | undefined,
): MutationOutcome<Data> {
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

/** Code of the problem, or of the error with which the service refused the request. Null for other outcomes. */
export function codeOf<Data>(outcome: MutationOutcome<Data>): string | null {
  if (outcome.kind === 'PROBLEM') return (outcome.problem as unknown as ProblemShape).code;
  return outcome.kind === 'FAILURE' && outcome.failure.kind === 'REFUSED' ? outcome.failure.code : null;
}

/** True if another person changed the edited object in the meantime. The screen then shows both versions. */
export function isConflict({ code }: { code: string }): boolean {
  return code === 'CONFLICT';
}

function isProblem(result: object): result is ProblemShape {
  return 'code' in result && 'message' in result;
}
