import { z } from 'zod';

/** What the bodies of REST have in common. */

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const Time = z.iso.datetime();
/** None or more, of whatever it is. */
export const Count = z.int().min(0);
