import type { CDPSession, Page } from 'playwright-core';

/** Lets a page have a part of the processor only: with 4, a quarter. What it measures is processor time, however busy the machine is. */
export async function slowDown(page: Page, times: number): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: times });
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return devTools;
}

/** Has a page note, from its next load on, when its largest part was painted and how long its slowest answer took. */
export async function lookOut(page: Page): Promise<void> {
  await page.addInitScript(`
    window.seen = { largest: 0, slowest: 0 };
    new PerformanceObserver((list) => { for (const one of list.getEntries()) window.seen.largest = one.startTime; })
      .observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => { for (const one of list.getEntries()) window.seen.slowest = Math.max(window.seen.slowest, one.duration); })
      .observe({ type: 'event', durationThreshold: 16, buffered: true });`);
}

/** What it has noted, in milliseconds. */
export async function seenOn(page: Page): Promise<{ largest: number; slowest: number }> {
  return (await page.evaluate('window.seen')) as { largest: number; slowest: number };
}

/** One of the browser's own measures of a page, e.g. `TaskDuration`, what its main thread has worked, in seconds. */
export async function metricOf(devTools: CDPSession, name: string): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  const found = metrics.find((metric) => metric.name === name);
  if (!found) throw new Error(`The browser has no measure called ${name}.`);
  return found.value;
}
