import type { Children } from '../child.ts';
import { type Gateway, GatewayClient } from './ask.ts';

const CONNECTIONS = 16;
/** Number of requests after which caches are full and the young generation has its final size. */
const SETTLING = 10_000;
const SAMPLES = 100;
const MEBIBYTE = 2 ** 20;

/** Measures memory over many requests, every fifth a stream, and checks each answer. Returns a sentence with the slope. */
export async function soak(gateway: Gateway, children: Children, requests: number): Promise<string> {
  const asker = new GatewayClient(CONNECTIONS);
  const samples: { at: number; bytes: number }[] = [];
  const every = Math.max(Math.floor(requests / SAMPLES), 1);
  let begun = 0;
  let done = 0;
  const asking = async () => {
    while (begun < requests) {
      const number = begun++;
      await asker.ask(gateway, number % 5 === 0);
      if (++done % every !== 0) continue;
      samples.push({ at: done, bytes: children.useOf(gateway.url).residentBytes });
      if (done % (every * 10) === 0) {
        console.error(`${done} of ${requests}: ${(samples.at(-1)!.bytes / MEBIBYTE).toFixed(0)} MB`);
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, asking));
  asker.close();
  const settled = samples.filter(({ at }) => at >= Math.min(SETTLING, requests / 2));
  const bytes = settled.map((sample) => sample.bytes);
  return (
    `Memory over ${requests} requests: ${slope(settled).toFixed(2)} MB per 10,000 after the first ${SETTLING}, ` +
    `between ${(Math.min(...bytes) / MEBIBYTE).toFixed(0)} and ${(Math.max(...bytes) / MEBIBYTE).toFixed(0)} MB.`
  );
}

/** Growth of memory by least squares, in MB per 10,000 requests. */
function slope(samples: readonly { at: number; bytes: number }[]): number {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const at = mean(samples.map((sample) => sample.at));
  const bytes = mean(samples.map((sample) => sample.bytes));
  const above = samples.reduce((sum, sample) => sum + (sample.at - at) * (sample.bytes - bytes), 0);
  const below = samples.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0);
  return (above / below / MEBIBYTE) * 10_000;
}
