import { test } from 'vitest';
import { assertChargesOf } from './mixed-calls.ts';

test('of 200 calls with every failure mixed in, no more is charged than was billed', () => assertChargesOf(200));
