import type { OwnRequest } from '../platform/http/own-requests.ts';
import { signEntry } from './keys/sign-entry.ts';
import type { Signer } from './keys/signer.ts';

/** Number of signatures to make until the JavaScript code is optimized. They are discarded. */
const SIGNED = 50;

export const logRequests: readonly OwnRequest[] = [{ path: '/log/checkpoint' }];

export async function warmUpSigner(signer: Signer): Promise<void> {
  for (let n = 0; n < SIGNED; n++) await signEntry(signer, 'text/plain', Buffer.from(`warm-up ${n}`));
}
