import { type Bundle, formatBundle } from '../../src/proof/bundle.ts';
import type { CheckName } from '../../src/proof/malformed-proof.ts';
import type { Trust, TrustedTimeStampAuthority } from '../../src/proof/trust.ts';
import { type SealToVerify, type SealVerdict, verifySeal } from '../../src/proof/verify.ts';
import { witnessSigner } from '../support/note-signing.ts';
import { type BundleJson, NOW, SealingHouse } from '../support/seal-fixture.ts';
import { FOR_TIME_STAMPS, makeCertificate, stamp } from '../support/time-stamp-forger.ts';

export const TEXT = 'Grüße,\nhow much is it?\n';
export const FROM = new Date('2026-01-01T00:00:00Z');

/** A sealed and cosigned text, the house that sealed it, an authority that stamps it, and how all that is judged. */
export async function sealedText() {
  const house = new SealingHouse({ witnesses: [witnessSigner('witness.example.net')] });
  const other = await house.seal({ text: 'Another text.\n' });
  const sealed = await house.seal({ text: TEXT });
  const tsaRoot = await makeCertificate('Root', { isAuthority: true });
  const tsa = await makeCertificate('Signer', { issuer: tsaRoot, usage: FOR_TIME_STAMPS });

  const authorityOf = (name: string, start: Date, end?: Date): TrustedTimeStampAuthority => ({
    name,
    certificates: [tsa.der, tsaRoot.der],
    validFor: { start, ...(end && { end }) },
  });
  const authorities = [authorityOf('Test TSA', FROM)];
  const trustWith = (wishes: Partial<Trust>) => house.trust({ timeStampAuthorities: authorities, ...wishes });
  const keyWith = (wishes: Partial<Trust['sealKeys'][number]>) =>
    trustWith({ sealKeys: [{ publicKey: house.key.spki, validFor: { start: FROM }, ...wishes }] });

  /** The bundle with stamps over its signature. */
  async function stamped(bundle: Bundle, ...times: string[]): Promise<Bundle> {
    const signature = bundle.envelope.signatures[0]!.sig;
    const timeStamps: Uint8Array[] = [];
    for (const at of times) timeStamps.push(await stamp(tsa, signature, { at: new Date(at) }));
    return { ...bundle, timeStamps };
  }

  function judge(bundle: Bundle | BundleJson | string, wishes: Partial<SealToVerify> = {}): Promise<SealVerdict> {
    const source =
      typeof bundle === 'string' ? bundle : 'envelope' in bundle ? formatBundle(bundle) : JSON.stringify(bundle);
    return verifySeal({ bundle: source, trust: house.trust(), text: TEXT, now: NOW, ...wishes });
  }

  return { house, other, sealed, tsa, tsaRoot, authorities, authorityOf, stamped, judge, trustWith, keyWith };
}

export const check = (verdict: SealVerdict, name: CheckName) =>
  verdict.checks.find((candidate) => candidate.name === name)!;
export const statuses = (verdict: SealVerdict) =>
  Object.fromEntries(verdict.checks.map(({ name, status }) => [name, status]));

/** Changes a bundle before it is read. */
export type Spoil = (json: BundleJson) => void | Promise<void>;
export const entryOf = (json: BundleJson) => json.verificationMaterial.tlogEntries[0]!;
export const proofOf = (json: BundleJson) => entryOf(json).inclusionProof;
