import { parseTrust } from '../../../proof/trust.ts';
import { TrustProvenance } from '../../../proof/trust-basis.ts';
import { SealResult, type SealVerdict, verifySeal } from '../../../proof/verify.ts';

export interface Evidence {
  bundle: Uint8Array;
  trust: Uint8Array;
}

export interface SealCheck {
  isSame: boolean;
  sentence: string;
  checks: { name: string; status: string; detail: string }[];
}

/** What a stranger needs to check a seal: two files, each of them public. */
export async function evidenceFor(bundleUrl: string): Promise<Evidence> {
  // From this very origin, whatever name the service goes by.
  const bundle = new URL(bundleUrl).pathname;
  const [one, other] = await Promise.all([bundle, bundle.replace(/[^/]+$/, 'trust.json')].map(read));
  return { bundle: one!, trust: other! };
}

/** The same verifier as on the page of a seal, and by nothing but what it is given. */
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
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
