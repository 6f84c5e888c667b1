import { test } from 'vitest';
import { stopsInOrder } from './stop.ts';

test('SIGTERM: requests in flight are answered, new ones are not taken, and nothing stays behind', () =>
  stopsInOrder('SIGTERM'));
