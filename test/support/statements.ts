import { expect, vi } from 'vitest';
import type { Api } from './api.ts';
import { PATIENCE_MS } from './patience.ts';
import { scrape, total } from './prometheus.ts';

const FAMILY = 'imprimatur_request_statements';

/** The statements that requests of one route take while something is done, as `/metrics` tells of them. */
export async function statementsOf<T>(
  api: Api,
  route: string,
  work: () => Promise<T>,
): Promise<{ result: T; statements: number; requests: number }> {
  const look = async () => {
    const scraped = await scrape(api, 'operator', FAMILY);
    const of = (suffix: string) => total(scraped, `${FAMILY}_${suffix}`, { http_route: route });
    return { statements: of('sum'), requests: of('count') };
  };
  const before = await look();
  const result = await work();
  const asked = Array.isArray(result) ? result.length : 1;
  // A request is counted when its connection has let go of it, which is a moment after its answer.
  const after = await vi.waitFor(
    async () => {
      const now = await look();
      expect(now.requests - before.requests).toBeGreaterThanOrEqual(asked);
      return now;
    },
    { timeout: PATIENCE_MS },
  );
  return { result, statements: after.statements - before.statements, requests: after.requests - before.requests };
}
