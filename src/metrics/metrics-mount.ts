import { assertAccess } from '../platform/auth/access.ts';
import type { MethodDocs } from '../platform/http/method-docs.ts';
import { type Mount, readOnly } from '../platform/http/mount.ts';
import type { Platform } from '../platform/platform.ts';

const metricsDocs: MethodDocs = {
  name: 'metrics',
  tag: { name: 'Metrics', description: 'Metrics for Prometheus.' },
  summary: 'Read metrics',
  description:
    "Metrics of this process in Prometheus' text format, for operators and for scrapers with the metrics token.",
  credential: 'BEARER',
  example: {},
  answers: {
    200: {
      description: 'All metrics of this process.',
      headers: ['Cache-Control'],
      content: { 'text/plain': { text: 'imprimatur_render_under_way{} 0\n' } },
    },
  },
  problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'],
};

/** Media type of Prometheus' text format. */
const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function metricsMount(platform: Platform): Mount {
  return readOnly('/metrics', metricsDocs, async (req, res) => {
    assertAccess(await platform.authentication.ofRequest(req), 'metrics:read');
    const text = await platform.telemetry.scrape();
    res.set('Cache-Control', 'no-store').set('Content-Type', TYPE).end(text);
  });
}
