import type { RequestHandler, Response } from 'express';
import { type Mount, readOnly } from '../platform/http/mount.ts';
import type { Availability } from '../platform/platform.ts';
import { livezDocs, readyzDocs } from './health.docs.ts';
import type { Health } from './health.ts';

/** HTTP probes for supervisors and load balancers: liveness ignores dependencies, readiness requires them. */
export function healthMounts(health: Health, availability: Availability): Mount[] {
  const alive: RequestHandler = (_req, res) => answer(res, true);
  const ready: RequestHandler = async (_req, res) => answer(res, availability.isAccepting && (await health.isReady()));
  return [
    readOnly('/livez', livezDocs, alive),
    readOnly('/readyz', readyzDocs, ready),
    readOnly('/healthz', { ...readyzDocs, name: 'healthz', summary: 'Readiness probe, alias of /readyz' }, ready),
  ];
}

function answer(res: Response, isUp: boolean): void {
  if (!isUp) res.set('Retry-After', '1');
  res
    .status(isUp ? 200 : 503)
    .set('Cache-Control', 'no-store')
    .type('application/health+json')
    .send(JSON.stringify({ status: isUp ? 'pass' : 'fail' }));
}
