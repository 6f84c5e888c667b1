import { SealResult } from '../../../proof/seal-result.ts';
import { parseTrust } from '../../../proof/trust.ts';
import { TrustProvenance } from '../../../proof/trust-basis.ts';
import { type SealVerdict, verifySeal } from '../../../proof/verify.ts';

export interface Evidence {
  bundle: Uint8Array;
  trust: Uint8Array;
}

export interface SealCheck {
  isSame: boolean;
  sentence: string;
  checks: { name: string; status: string; detail: string }[];
}

/** Downloads the two public files that are needed to verify a seal: the bundle and the trusted keys. */
export async function evidenceFor(bundleUrl: string): Promise<Evidence> {
  // The bundle is downloaded from the origin of this page, because the public URL of the service can be another one.
  const bundle = new URL(bundleUrl).pathname;
  const [one, other] = await Promise.all([bundle, bundle.replace(/[^/]+$/, 'trust.json')].map(read));
  return { bundle: one!, trust: other! };
}

/** Verifies a seal in the browser, with the same verifier as the seal pages. Makes no requests. */
export async function check(artifact: Uint8Array, { bundle, trust }: Evidence): Promise<SealCheck> {
  const verdict: SealVerdict = await verifySeal({
    bundle,
    artifact,
    trust: parseTrust(trust),
    trustSource: { whose: TrustProvenance.SITE, origin: location.origin },
  });
  const { result, summary, checks } = verdict;
  return {
    isSame: result === SealResult.SAME_BYTES,
    sentence: summary,
    checks: checks.map(({ name, status, detail }) => ({ name, status, detail })),
  };
}

async function read(path: string): Promise<Uint8Array> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
