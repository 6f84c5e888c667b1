import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Services } from '../app.ts';
import { mediaDeskUrl } from '../partners/index.ts';
import type { Viewer } from '../platform/auth/viewer.ts';
import { secretFile } from '../platform/config.ts';
import { Problem } from '../platform/graphql/problem.ts';
import { RequestContext } from '../platform/graphql/request-context.ts';
import { DEMO_BRIEFS } from '../renders/index.ts';

export interface Demo {
  mediaDeskUrl: string;
  /** A tag that at least one of the demo pictures has. */
  sampleTag: string;
}

const DEMO_VIEWER: Viewer = { kind: 'INTEGRATION', id: 'demo' };
const PARTNER_NAME = 'Demo partner';
const TOKEN_FILE = 'demo-partner-token';

/**
 * Fills an empty bank at first start, through the same door as everybody: each demo brief is a render with an idempotency
 * key, so that a start that was cut short goes on where it stopped.
 * @throws the reason of the signal when that aborts.
 */
export async function prepareDemo(services: Services, signal: AbortSignal): Promise<Demo> {
  const renders = [];
  const context = contextOf(services, signal);
  for (const [index, brief] of DEMO_BRIEFS.entries()) {
    signal.throwIfAborted();
    const result = await services.renders.requestRender(context, {
      ...brief,
      kind: 'IMAGE',
      source: 'demo',
      saveToBank: true,
      idempotencyKey: `demo-${index}`,
    });
    if (result instanceof Problem) throw new Error(`The demo brief ${index} is refused: ${result.message}`);
    renders.push(result.render);
  }
  if (renders.some((render) => render.status === 'QUEUED')) {
    process.stdout.write(`First start: drawing ${renders.length} demo pictures …\n`);
  }
  for (const render of renders) {
    while ((await services.renders.waitUntilEnded(context, render, 25)).completedAt === null) signal.throwIfAborted();
  }
  return { mediaDeskUrl: await partnerLink(services, context), sampleTag: DEMO_BRIEFS[0]?.tags[0] ?? 'winter' };
}

/** The demo partner's link. Its token is kept beside the other secrets, since the database has only its hash. */
async function partnerLink({ config, partners, publicUrl }: Services, context: RequestContext): Promise<string> {
  const file = secretFile(config.dataDir, TOKEN_FILE);
  if (!existsSync(file)) {
    const issued = await partners.issueToken(context.em, { partnerName: PARTNER_NAME, createdBy: 'demo' });
    if (issued instanceof Problem) throw new Error(issued.message);
    writeFileSync(file, `${issued.secret}\n`, { mode: 0o600 });
  }
  return mediaDeskUrl(publicUrl, readFileSync(file, 'utf8').trim());
}

function contextOf({ database, logger }: Services, signal: AbortSignal): RequestContext {
  return new RequestContext(database, DEMO_VIEWER, 'demo', logger, signal, () => '127.0.0.1');
}
