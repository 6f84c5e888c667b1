import { z } from 'zod';
import { comparedSecret } from '../platform/config/settings.ts';

/**
 * Minimum length of an inbound secret that is set in the back office. Shorter secrets can be guessed, because the stored digest
 * has no salt.
 */
const MIN_LENGTH = 24;
const MAX_LENGTH = 256;

export const INBOUND_SECRET_FILE = 'integrations-inbound-secret';

/** Secret that integrations send to authenticate. */
export const inboundSecret = comparedSecret({
  name: 'marketing-hub.host-settings.integrations-inbound-secret',
  title: 'Integrations inbound secret',
  section: ['Marketing hub', 'Host settings', 'Integrations inbound secret'],
  description:
    'Bearer secret with which external systems call this service, for example to render pictures or to run tasks. Only its fingerprint is shown.',
  environmentVariable: 'INTEGRATIONS_INBOUND_SECRET',
  permission: 'settings:manage',
  // Allows only characters that survive transport in a header: a secret with others would never match.
  schema: z
    .string()
    .regex(
      new RegExp(`^[\\x21-\\x7e]{${MIN_LENGTH},${MAX_LENGTH}}$`),
      `The secret must have ${MIN_LENGTH} to ${MAX_LENGTH} printable ASCII characters without spaces. Use a random one.`,
    ),
  startSchema: z.string().min(16),
  keptAs: INBOUND_SECRET_FILE,
});

/** True if the text can be an inbound secret. A secret from the environment can be shorter than one set in the back office. */
export function isInboundSecret(text: string): boolean {
  return /^[\x21-\x7e]{16,256}$/.test(text);
}
