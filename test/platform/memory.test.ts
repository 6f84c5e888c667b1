import { expect, test } from 'vitest';
import { sizesFor } from '../../src/platform/program/memory.ts';

const MB = 2 ** 20;

test.each([
  [256 * MB, { connections: 5, sharedBuffers: '32MB', picturesAtOnce: 1, megapixels: 13, threads: 1 }],
  [512 * MB, { connections: 5, sharedBuffers: '32MB', picturesAtOnce: 1, megapixels: 26, threads: 1 }],
  [1024 * MB, { connections: 20, sharedBuffers: '128MB', picturesAtOnce: 2, megapixels: 50, threads: 2 }],
  [16_384 * MB, { connections: 20, sharedBuffers: '128MB', picturesAtOnce: 2, megapixels: 50, threads: 33 }],
])('%s bytes of memory are shared out by what takes much of it', (bytes, sizes) => {
  expect(sizesFor(bytes)).toEqual(sizes);
});
