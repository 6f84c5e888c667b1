/**
 * The chain in the database doesn’t continue the last anchor that this machine knows. It is not anchored any more, because the
 * service would sign a rewritten history.
 */
export class ChainFrozen extends Error {
  override readonly name = 'ChainFrozen';

  constructor(readonly reason: string) {
    super(`The chain of records isn’t anchored any more: ${reason} Run \`imprimatur integrity --only chain\`.`);
  }
}
