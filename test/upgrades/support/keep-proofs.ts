import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { type KeptProofs, type KeptSealFiles, PROOFS_FILE, VERIFIER_FILE } from './kept-proofs.ts';
import { Program } from './program.ts';
import { keptOf, RELEASES_FOLDER, restoreRelease } from './restore.ts';

const EXPORTS = ['/exports/runs.jsonl', '/exports/decisions.jsonl', '/exports/audit-trail.jsonl'];

/** Where verifiers outside the service find what they need, from 0.1.0 on. */
const VERIFIER_ENTRY = 'src/proof/index.ts';

/**
 * Adds what verifiers need to the kept data of a release: the files of its seals as its own service gives them out, its exports,
 * and its verifier as one file.
 * @param root folder of a built checkout of the release
 */
export async function keepProofs(release: string, root: string): Promise<void> {
  const folder = path.join(RELEASES_FOLDER, release);
  const proofs = await proofsFrom(release, root);
  writeFileSync(path.join(folder, PROOFS_FILE), gzipSync(JSON.stringify(proofs), { level: 9 }));
  if (existsSync(path.join(root, VERIFIER_ENTRY))) {
    writeFileSync(path.join(folder, VERIFIER_FILE), gzipSync(await bundledVerifier(root), { level: 9 }));
  }
}

async function proofsFrom(release: string, root: string): Promise<KeptProofs> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-proofs-'));
  chmodSync(dataDir, 0o755);
  try {
    await restoreRelease(release, { path: dataDir });
    const env = { DEMO: '0', SANDBOX: '1', TSA_CERTIFICATES: path.join(dataDir, 'tsa.pem') };
    await using service = new Program(root, dataDir, { env });
    await service.ready();
    const proofs = await download(service, release);
    await service.stop();
    return proofs;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function download(service: Program, release: string): Promise<KeptProofs> {
  const get = async (at: string, headers = {}): Promise<Response> => {
    const response = await fetch(new URL(at, service.url), { headers });
    if (!response.ok) throw new Error(`${at} answers ${response.status}`);
    return response;
  };
  const text = async (at: string): Promise<string> => (await get(at)).text();
  const kept = keptOf(release);
  const seals: KeptSealFiles[] = [];
  for (const { id, sha256, text: sealed, salt } of kept.seals) {
    const saltLength = salt === undefined ? 0 : Buffer.from(salt, 'base64').length;
    const picture = kept.assets.find((asset) => asset.sha256 === sha256);
    const bytes = sealed ?? Buffer.from(await (await get(picture!.path)).arrayBuffer());
    seals.push({
      id,
      bundle: await text(`/v/${id}/seal.sigstore.json`),
      statuses: await text(`/v/${id}/statuses.json`),
      byteLength: saltLength + Buffer.byteLength(bytes),
    });
  }
  const exports: KeptProofs['exports'] = {};
  if (kept.more) {
    const headers = { authorization: `Bearer ${service.secret('admin-token')}` };
    for (const at of EXPORTS) exports[at] = await (await get(at, headers)).text();
  }
  const trust = await text('/.well-known/imprimatur/trust.json');
  return { at: new Date().toISOString(), trust, seals, exports };
}

async function bundledVerifier(root: string): Promise<string> {
  await using bundle = await rolldown({ cwd: root, input: path.join(root, VERIFIER_ENTRY), platform: 'node' });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  return output[0].code;
}
