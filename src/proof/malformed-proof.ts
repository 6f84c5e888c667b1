import { MalformedInput } from './malformed-input.ts';

/** Checks that a verifier makes, in the order in which they are reported. */
export const CheckName = {
  digest: 'digest',
  signature: 'signature',
  entry: 'entry',
  checkpoint: 'checkpoint',
  inclusion: 'inclusion',
  witnesses: 'witnesses',
  timestamp: 'timestamp',
  key: 'key',
  status: 'status',
} as const;
export type CheckName = (typeof CheckName)[keyof typeof CheckName];

/**
 * A proof, or a part of one, can't be parsed. The message is a sentence for the person who has the proof. `check` names the check
 * that fails because of it.
 */
export class MalformedProof extends MalformedInput {
  override readonly name = 'MalformedProof';
  readonly check: CheckName;

  constructor(message: string, check: CheckName = CheckName.signature, options?: ErrorOptions) {
    super(message, options);
    this.check = check;
  }
}

/** A signed document of a later release has a format that this version can't read, which doesn't indicate a forgery. */
export class UnknownVersion extends MalformedProof {}
