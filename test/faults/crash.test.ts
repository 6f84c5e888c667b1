import { test } from 'vitest';
import { crash } from './crash.ts';

test('whenever it is killed, no row names bytes that are not whole, and nothing acknowledged is lost', () => crash(1));
