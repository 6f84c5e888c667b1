import { SealResult } from '../../../proof/seal-result.ts';
import { statusBundlesIn } from '../../../proof/status-list.ts';
import { parseTrust } from '../../../proof/trust.ts';
import { TrustProvenance } from '../../../proof/trust-basis.ts';
import { type SealVerdict, verifySeal } from '../../../proof/verify.ts';

export interface Evidence {
  bundle: Uint8Array;
  trust: Uint8Array;
  statuses: Uint8Array;
}

export interface SealCheck {
  isSame: boolean;
  sentence: string;
  checks: { name: string; status: string; detail: string }[];
}

/** Downloads the public files that are needed to verify a seal: the bundle, the trusted keys and the status list. */
export async function evidenceFor(bundleUrl: string): Promise<Evidence> {
  // The bundle is downloaded from the origin of this page, because the public URL of the service can have another origin.
  const bundle = new URL(bundleUrl).pathname;
  const files = [bundle, ...['trust.json', 'statuses.json'].map((name) => bundle.replace(/[^/]+$/, name))];
  const [seal, trust, statuses] = await Promise.all(files.map(read));
  return { bundle: seal!, trust: trust!, statuses: statuses! };
}

/** Verifies a seal in the browser, with the same verifier as the seal pages. Makes no requests. */
export async function check(artifact: Uint8Array, { bundle, trust, statuses }: Evidence): Promise<SealCheck> {
  const verdict: SealVerdict = await verifySeal({
    bundle,
    artifact,
    trust: parseTrust(trust),
    statuses: statusBundlesIn(statuses),
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
