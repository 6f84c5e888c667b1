import type { Mount } from '../platform/http/mount.ts';
import { confirmMount } from './confirm/confirm.mount.ts';
import { oidcMounts } from './oidc/oidc.mounts.ts';
import { passkeyMounts } from './passkeys/passkey.mounts.ts';
import { codeMount } from './second-factor/code.mount.ts';
import { secondFactorsMount } from './second-factor/second-factors.mount.ts';
import type { SecondFactorsWiring } from './second-factors-wiring.ts';

/** Pages on which operators prove their identity by other means than a password, and set these up. */
export function secondFactorsMounts(wiring: SecondFactorsWiring): Mount[] {
  return [
    confirmMount(wiring),
    codeMount(wiring),
    ...passkeyMounts(wiring),
    secondFactorsMount(wiring),
    ...(wiring.oidc ? oidcMounts(wiring, wiring.oidc) : []),
  ];
}
