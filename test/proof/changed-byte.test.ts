import { describeChangedByte } from './changed-byte.ts';

/** One byte of each word, number and line, and every sixteenth, which is enough to hit each part of a key or a hash. */
function oneInEachPart(bytes: Uint8Array): Set<number> {
  const words = [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\w{3,}/g),
  ].map(({ index }) => index + 1);
  const spread = [...bytes.keys()].filter((at) => at % 16 === 0);
  return new Set([...words, ...spread, bytes.length - 1]);
}

describeChangedByte(oneInEachPart, 50);
