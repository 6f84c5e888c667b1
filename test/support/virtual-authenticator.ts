import type { Page } from 'playwright-core';

/** A device of one's own that asks for a finger, and always gets it. */
export async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const setVerified = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return {
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** From now on nobody touches it. */
    refuses: () => setVerified(false),
    /** From now on it waits for somebody to touch it. */
    waits: () => devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false }),
    /** From now on it gets the finger again. */
    agrees: () => setVerified(true),
  };
}
