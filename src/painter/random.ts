import { createHash } from 'node:crypto';

/** Returns the next number of a random stream, in [0, 1). */
export type Random = () => number;

/** SHA-256 of texts joined by line feeds, as 64 hex digits. */
export function digestOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n'), 'utf8').digest('hex');
}

/**
 * Creates a stream of random numbers with sfc32, a small fast counter generator, whose 128 bits of state come from the SHA-256 of
 * digest and label. Each part of a picture has its own stream, so that adding a star never moves a mountain. Source: Chris
 * Doty-Humphrey, PractRand 0.93, sfc32.
 */
export function randomStream(digest: string, label: string): Random {
  const state = digestOf(digest, label);
  let a = Number.parseInt(state.slice(0, 8), 16) | 0;
  let b = Number.parseInt(state.slice(8, 16), 16) | 0;
  let c = Number.parseInt(state.slice(16, 24), 16) | 0;
  let counter = Number.parseInt(state.slice(24, 32), 16) | 0;
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

export function pickOne<T>(random: Random, choices: readonly T[]): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new RangeError('pickOne got an empty list');
  return choice;
}
