import { assertAccess } from '../platform/auth/access.ts';
import { type Mount, readOnly } from '../platform/http/mount.ts';
import type { Platform } from '../platform/platform.ts';

/** As Prometheus calls its text format. */
const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function metricsMount(platform: Platform): Mount {
  return readOnly('/metrics', async (req, res) => {
    assertAccess(await platform.authentication.ofRequest(req), 'metrics:read');
    const text = await platform.telemetry.scrape();
    res.set('Cache-Control', 'no-store').set('Content-Type', TYPE).end(text);
  });
}
