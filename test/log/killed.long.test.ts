import { test } from 'vitest';
import { killLog } from './kill-log.ts';

test('a log that is killed forty times between an entry and its checkpoint tells one history', () => killLog(40));
