import { AssetKind } from '../assets/index.ts';
import type { StartupHint } from '../feature.ts';
import { requesterOf } from '../platform/auth/principal.ts';
import { Context } from '../platform/context.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { integration } from '../settings/index.ts';
import { DEMO_BRIEFS } from './demo-briefs.ts';
import { Render } from './render.entity.ts';
import type { RenderService } from './render.service.ts';

/** Longest time that a start waits for the demo pictures. The rest are drawn while the service runs. */
const PATIENCE_MS = 60_000;

/** Principal that requests the demo pictures. A function, because its permissions are only known once all features are loaded. */
const demoRequester = () => integration('demo');

/** Idempotency key of a demo brief. */
const keyOf = (index: number) => `demo-${index}`;

/** Filter that finds the renders of these demo briefs. */
export function demoRenders(indexes: readonly number[]) {
  return { requestedBy: requesterOf(demoRequester()), idempotencyKey: { $in: indexes.map(keyOf) } };
}

/**
 * Fills an empty bank. Each demo brief is an ordinary render with an idempotency key, so that an interrupted start continues
 * where it stopped. A brief that was requested before isn't requested again, even if this release changed it or its picture was
 * deleted.
 * @throws the abort reason of the context's signal
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
  // No caller requested these, so no provider is paid for them.
  const result = await renders.requestRender(ctx, demo, { isEngineOnly: true });
  if (result instanceof Problem) throw new Error(`The demo brief ${idempotencyKey} was refused: ${result.message}`);
  return result.render;
}

/** Start-up hint with a link to a picture. At least one demo picture has the tag. */
export function pictureHint(publicUrl: string): StartupHint {
  return { title: 'A picture', at: `${publicUrl}/api/marketing/image-bank/pick?tags=winter&as=redirect` };
}
