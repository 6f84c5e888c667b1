import { afterAll, afterEach } from 'vitest';
import { settleRefusals } from './refusals.ts';

// A stand-in that refuses a request is no failure to the service, which asks another one. So it is one of the test.
afterEach(settleRefusals);
afterAll(settleRefusals);
