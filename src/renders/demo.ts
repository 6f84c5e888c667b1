import { AssetKind } from '../assets/index.ts';
import type { StartupHint } from '../feature.ts';
import { requesterOf } from '../platform/auth/principal.ts';
import { Context } from '../platform/context.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { integration } from '../settings/index.ts';
import { DEMO_BRIEFS } from './demo-briefs.ts';
import { Render } from './render.entity.ts';
import type { RenderService } from './render.service.ts';

/** How long a start waits for the pictures. What is not drawn by then is drawn while the service runs. */
const PATIENCE_MS = 60_000;

/** Who asks for the demo's pictures. What they may is known when every part is loaded. */
const demoRequester = () => integration('demo');

/** By which the request of one brief is known again. */
const keyOf = (index: number) => `demo-${index}`;

/** What finds the renders of these demo briefs. */
export function demoRenders(indexes: readonly number[]) {
  return { requestedBy: requesterOf(demoRequester()), idempotencyKey: { $in: indexes.map(keyOf) } };
}

/**
 * Fills an empty bank, through the same door as everybody: each demo brief is a render with an idempotency key, so that a start
 * that was cut short goes on where it stopped. A brief that was requested before is left as it is, whatever it says in this
 * release and whatever has become of its picture.
 * @throws the reason of the context's signal when that aborts.
 */
export async function drawDemo(service: Context, renders: RenderService): Promise<void> {
  const { signal } = service;
  const ctx = new Context(service, { principal: demoRequester(), requestId: 'demo', signal });
  const known = await ctx.em.find(Render, demoRenders([...DEMO_BRIEFS.keys()]));
  const byKey = new Map(known.map((render) => [render.idempotencyKey, render]));
  const requested: Render[] = [];
  for (const [index, brief] of DEMO_BRIEFS.entries()) {
    signal.throwIfAborted();
    requested.push(byKey.get(keyOf(index)) ?? (await request(ctx, renders, brief, keyOf(index))));
  }
  if (requested.some((render) => render.status === 'QUEUED')) {
    process.stdout.write(`First start: drawing ${requested.length} demo pictures …\n`);
  }
  const until = performance.now() + PATIENCE_MS;
  for (const render of requested) {
    while (performance.now() < until) {
      if ((await renders.waitUntilEnded(ctx, render, (until - performance.now()) / 1_000)).completedAt !== null) break;
      signal.throwIfAborted();
    }
  }
}

async function request(
  ctx: Context,
  renders: RenderService,
  brief: (typeof DEMO_BRIEFS)[number],
  idempotencyKey: string,
): Promise<Render> {
  const demo = { ...brief, kind: AssetKind.IMAGE, source: 'demo', saveToBank: true, idempotencyKey };
  // Nobody has asked for these: no provider is paid for them.
  const result = await renders.requestRender(ctx, demo, { isEngineOnly: true });
  if (result instanceof Problem) throw new Error(`The brief ${idempotencyKey} is refused: ${result.message}`);
  return result.render;
}

/** Where a picture is to be seen at once: one of the demo's has the tag. */
export function pictureHint(publicUrl: string): StartupHint {
  return { title: 'A picture', at: `${publicUrl}/api/marketing/image-bank/pick?tags=winter&as=redirect` };
}
