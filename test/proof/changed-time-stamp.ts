import { X509Certificate } from 'node:crypto';
import { expect } from 'vitest';
import { verifyTimeStamp } from '../../src/proof/time-stamp.ts';
import type { TrustedTimeStampAuthority } from '../../src/proof/trust.ts';

/** An authority that is trusted by these certificates, the signer's first. */
export const chain = (...pems: string[]): TrustedTimeStampAuthority => ({
  name: 'Test TSA',
  certificates: pems.map((pem) => new Uint8Array(new X509Certificate(pem).raw)),
  validFor: { start: new Date('2026-01-01T00:00:00Z') },
});

/** Changes every byte, or every so manieth, by itself: the stamp is then refused, or says the same time. */
export async function expectNoChangeGoesUnseen(
  response: Uint8Array,
  data: Uint8Array,
  trusted: TrustedTimeStampAuthority,
  { step }: { step: number },
): Promise<void> {
  const honest = await verifyTimeStamp(response, data, [trusted], new Date());
  expect(honest.status).toBe('passed');

  for (let at = 0; at < response.length; at += step) {
    const changed = new Uint8Array(response);
    changed[at]! ^= 0x01;
    const result = await verifyTimeStamp(changed, data, [trusted], new Date());

    if (result.status === 'passed') expect(result, `byte ${at}`).toEqual(honest);
  }
}
