import { z } from 'zod';
import { comparedSecret } from '../platform/config/settings.ts';

/** Shorter ones can be guessed; the digest that is kept has no salt. */
const MIN_LENGTH = 24;
const MAX_LENGTH = 256;

export const INBOUND_SECRET_FILE = 'integrations-inbound-secret';

/** The secret that callers of the integrations show. */
export const inboundSecret = comparedSecret({
  name: 'marketing-hub.host-settings.integrations-inbound-secret',
  title: 'Integrations inbound secret',
  section: ['Marketing hub', 'Host settings', 'Integrations inbound secret'],
  description: 'Bearer secret that external systems send to render pictures over REST. Only its fingerprint is shown.',
  environmentVariable: 'INTEGRATIONS_INBOUND_SECRET',
  permission: 'settings:manage',
  // Whatever else a header may carry, it does not arrive as it was sent: such a secret would let nobody in.
  schema: z
    .string()
    .regex(
      new RegExp(`^[\\x21-\\x7e]{${MIN_LENGTH},${MAX_LENGTH}}$`),
      `The secret has ${MIN_LENGTH} to ${MAX_LENGTH} letters, digits and signs of ASCII, no blanks. Take a random one.`,
    ),
  startSchema: z.string().min(16),
  keptAs: INBOUND_SECRET_FILE,
});

/** Whether it could be one: those of the start may be shorter than what is set here. */
export function isInboundSecret(text: string): boolean {
  return /^[\x21-\x7e]{16,256}$/.test(text);
}
