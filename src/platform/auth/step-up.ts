import { Extensions } from 'type-graphql';
import { Refusal } from '../errors/errors.ts';
import { CredentialKind, type Principal } from './principal.ts';

/**
 * Milliseconds for which a confirmed identity is valid: 10 minutes. A longer time would extend the harm of an unlocked computer;
 * a shorter one would interrupt an approver who decides several requests in a row.
 */
export const CONFIRMED_FOR_MS = 10 * 60_000;

/** Path of the page where a signed-in user confirms their identity. */
export const CONFIRM_PATH = '/admin/confirm';

/** Arguments of a field. */
type FieldArguments = Readonly<Record<string, unknown>>;

interface StepUpExtensions {
  readonly afterStepUp?: { readonly unless: (args: FieldArguments) => boolean };
}

/**
 * Requires that a signed-in user confirmed their identity recently, by password or second factor. For mutations that decide on
 * requests, reveal or change a secret, or set policy for everyone. Callers with a key or token aren't checked, because no user is
 * present.
 * @param options.unless true if the arguments contain another proof of the user's identity, which the mutation verifies
 */
export function AfterStepUp({
  unless = () => false,
}: {
  unless?: (args: FieldArguments) => boolean;
} = {}): MethodDecorator {
  return Extensions({ afterStepUp: { unless } } satisfies StepUpExtensions) as MethodDecorator;
}

/** True for a field marked with `@AfterStepUp()`. */
export function isAfterStepUp(field: { extensions: object } | undefined): boolean {
  return (field?.extensions as StepUpExtensions | undefined)?.afterStepUp !== undefined;
}

/** True if this call of a field needs a recent confirmation. */
export function needsStepUp(field: { extensions: object }, args: FieldArguments): boolean {
  const { afterStepUp } = field.extensions as StepUpExtensions;
  return afterStepUp !== undefined && !afterStepUp.unless(args);
}

/**
 * Checks that the user of a session has confirmed their identity.
 * @param now time of the context's clock
 * @throws Refusal STEP_UP_REQUIRED for a session that wasn't confirmed within the last 10 minutes
 */
export function assertStepUp({ credential }: Principal, now: Date): void {
  if (credential?.kind !== CredentialKind.SESSION) return;
  const age = now.getTime() - (credential.confirmedAt?.getTime() ?? Number.NaN);
  // A time in the future is accepted too, because clocks differ. An unknown time isn't a confirmation.
  if (age <= CONFIRMED_FOR_MS) return;
  throw new Refusal(
    'STEP_UP_REQUIRED',
    `Confirm your identity at ${CONFIRM_PATH}, then try again. The confirmation is valid for 10 minutes.`,
  );
}
