import { test } from 'vitest';
import { crash } from './crash.ts';

test('a service that is killed again and again loses nothing that it acknowledged', () => crash(20));
