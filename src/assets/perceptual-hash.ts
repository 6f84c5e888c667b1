/** Side of the grey picture that is hashed, in pixels: small enough to drop details, large enough for the low frequencies. */
export const HASH_SIDE_PX = 32;

/** Frequencies of each hashed wave across (u) and down (v): the 64 lowest, without the constant one. */
const WAVES = slowestWaves(64);

/** Table of cosines: `COSINES[u][x]` is the value of the wave with frequency u at pixel x. */
const COSINES = Array.from({ length: HASH_SIDE_PX }, (_, u) =>
  Float64Array.from({ length: HASH_SIDE_PX }, (_, x) => Math.cos(((2 * x + 1) * u * Math.PI) / (2 * HASH_SIDE_PX))),
);

/**
 * A 64-bit hash that changes little when a picture is scaled, recompressed or brightened: one bit per low frequency, set if it is
 * stronger than the median (the "pHash" of the DCT family). Up to 6 differing bits mean a near duplicate; unrelated pictures
 * differ in about 32. Crops and mirror images count as unrelated. All pictures of a single colour hash to zero.
 * @param grey 32 × 32 grey values, row by row
 * @returns 16 hex digits
 */
export function perceptualHash(grey: Uint8Array): string {
  const strengths = WAVES.map(([u, v]) => strength(grey, u, v));
  const median = strengths.toSorted((a, b) => a - b)[strengths.length / 2]!;
  let hash = 0n;
  for (const value of strengths) hash = (hash << 1n) | (value > median ? 1n : 0n);
  return hash.toString(16).padStart(16, '0');
}

/** One coefficient of the discrete cosine transform, rounded so that a picture of a single colour gives exactly 0. */
function strength(grey: Uint8Array, u: number, v: number): number {
  let sum = 0;
  for (let y = 0; y < HASH_SIDE_PX; y++) {
    let row = 0;
    for (let x = 0; x < HASH_SIDE_PX; x++) row += grey[y * HASH_SIDE_PX + x]! * COSINES[u]![x]!;
    sum += row * COSINES[v]![y]!;
  }
  return Math.round(sum * 1000) / 1000;
}

function slowestWaves(count: number): [number, number][] {
  const waves: [number, number][] = [];
  for (let sum = 1; waves.length < count; sum++) {
    for (let u = 0; u <= sum && waves.length < count; u++) waves.push([u, sum - u]);
  }
  return waves;
}
