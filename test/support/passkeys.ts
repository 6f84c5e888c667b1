import { expect } from 'vitest';
import type { Api } from './api.ts';
import { FormBrowser } from './forms.ts';
import type { SignedIn } from './people.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

const FACTORS = '/admin/account/second-factors';

export interface PasskeyOptions {
  challenge: string;
  allowCredentials?: { id: string }[];
  excludeCredentials?: { id: string }[];
}

/** What a page hands to the script of the form that asks for one. */
export function optionsIn(page: string): PasskeyOptions {
  const attribute = /data-options="([^"]+)"/.exec(page)![1]!;
  return JSON.parse(attribute.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
}

/** Adds a passkey for somebody who has signed in, as the account page does. Gives the device that has it. */
export async function enrolPasskey(api: Api, { as }: SignedIn): Promise<SoftwareAuthenticator> {
  const device = new SoftwareAuthenticator(as.origin);
  const browser = new FormBrowser(api, { cookie: as.cookie });
  const options = optionsIn((await browser.get(FACTORS)).page);
  const fields = { do: 'add-passkey', name: 'Phone', passkey: device.created(options) };
  const { location } = await browser.post(FACTORS, fields, { origin: as.origin });
  expect(location).toBe(`${FACTORS}?said=passkey-added`);
  return device;
}
