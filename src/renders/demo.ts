import { AssetKind } from '../assets/index.ts';
import type { StartupHint } from '../feature.ts';
import { requesterOf } from '../platform/auth/principal.ts';
import { Context } from '../platform/context.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { integration } from '../settings/index.ts';
import { DEMO_BRIEFS } from './demo-briefs.ts';
import { Render } from './render.entity.ts';
import type { RenderService } from './render.service.ts';

/**
 * Maximum time in milliseconds that the start of the service waits for the demo pictures. The remaining pictures are drawn while
 * the service runs.
 */
const PATIENCE_MS = 60_000;

/**
 * Principal that requests the demo pictures. A function, because the permissions of principals are only known once all features
 * are loaded.
 */
const demoRequester = () => integration('demo');

/** Idempotency key with which the picture of a demo brief is requested. */
const keyOf = (index: number) => `demo-${index}`;

/** Filter that finds the renders of the demo briefs with these indexes. */
export function demoRenders(indexes: readonly number[]) {
  return { requestedBy: requesterOf(demoRequester()), idempotencyKey: { $in: indexes.map(keyOf) } };
}

/**
 * Draws the demo pictures into an empty bank. Each demo brief is requested like any render, with an idempotency key, so that an
 * interrupted start continues where it stopped. A brief that was requested before isn't requested again, even if this release
 * changed it or its picture was deleted.
 * @throws the abort reason of the context's signal, or an Error if a brief was refused
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
  // Only the embedded engine draws these pictures, because the operator shouldn't pay a provider for the demo.
  const result = await renders.requestRender(ctx, demo, { isEngineOnly: true });
  if (result instanceof Problem) throw new Error(`The demo brief ${idempotencyKey} was refused: ${result.message}`);
  return result.render;
}

/** Hint in the start-up output: a link to a picture by a tag that at least one demo picture has. */
export function pictureHint(publicUrl: string): StartupHint {
  return { title: 'A picture', at: `${publicUrl}/api/marketing/image-bank/pick?tags=winter&as=redirect` };
}
