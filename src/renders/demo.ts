import { AssetKind } from '../assets/index.ts';
import type { Sight } from '../feature.ts';
import { askerOf, integration } from '../platform/auth/principal.ts';
import { Context } from '../platform/context.ts';
import { Problem } from '../platform/graphql/problem.ts';
import { DEMO_BRIEFS } from './demo-briefs.ts';
import type { RenderService } from './render.service.ts';

/** Who asks for the demo's pictures. What they may is known when every part is loaded. */
const demoAsker = () => integration('demo');

/** By which the request of one brief is known again. */
const keyOf = (index: number) => `demo-${index}`;

/** What finds the renders of these demo briefs. */
export function demoRenders(indexes: readonly number[]) {
  return { requestedBy: askerOf(demoAsker()), idempotencyKey: { $in: indexes.map(keyOf) } };
}

/**
 * Fills an empty bank at first start, through the same door as everybody: each demo brief is a render with an idempotency
 * key, so that a start that was cut short goes on where it stopped.
 * @throws the reason of the context's signal when that aborts.
 */
export async function drawDemo(service: Context, renders: RenderService): Promise<void> {
  const { signal } = service;
  const ctx = new Context(service, { principal: demoAsker(), requestId: 'demo', signal });
  const requested = [];
  for (const [index, brief] of DEMO_BRIEFS.entries()) {
    signal.throwIfAborted();
    const demo = { ...brief, kind: AssetKind.IMAGE, source: 'demo', saveToBank: true, idempotencyKey: keyOf(index) };
    // Nobody has asked for these: no provider is paid for them.
    const result = await renders.requestRender(ctx, demo, { isEngineOnly: true });
    if (result instanceof Problem) throw new Error(`The demo brief ${index} is refused: ${result.message}`);
    requested.push(result.render);
  }
  if (requested.some((render) => render.status === 'QUEUED')) {
    process.stdout.write(`First start: drawing ${requested.length} demo pictures …\n`);
  }
  for (const render of requested) {
    while ((await renders.waitUntilEnded(ctx, render, 25)).completedAt === null) signal.throwIfAborted();
  }
}

/** Where a picture is to be seen at once: one of the demo's has the tag. */
export function pictureSight(publicUrl: string): Sight {
  return { title: 'A picture', at: `${publicUrl}/api/marketing/image-bank/pick?tags=winter&as=redirect` };
}
