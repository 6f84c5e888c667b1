import { expect } from 'vitest';
import type { ServiceProcess } from '../support/service-process.ts';

/** What is printed, by title. */
const printed = ({ stdout }: ServiceProcess) =>
  [...stdout.matchAll(/^ {2}(\S.*?) {2,}(https?:\S+)$/gm)].map(([, title, at]) => [title!, at!] as const);

/** That each address it prints is answered, the page that leads to all of it first. @returns their titles */
export async function expectAnswered(service: ServiceProcess): Promise<string[]> {
  const addresses = printed(service);
  expect(addresses[0]).toEqual(['Start page', `${service.url}/`]);
  for (const [title, at] of addresses) {
    const { status } = await fetch(at, { headers: { accept: 'text/html' } });
    expect(status, title).toBe(200);
  }
  return addresses.map(([title]) => title);
}
