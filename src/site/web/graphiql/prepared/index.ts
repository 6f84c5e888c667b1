import { forEveryone } from './for-everyone.ts';
import { forOperators } from './for-operators.ts';
import { forPrograms } from './for-programs.ts';
import type { PreparedTab } from './prepared-tab.ts';

export type { PreparedTab } from './prepared-tab.ts';

/** All of them, in the order in which they are offered. */
export const PREPARED_TABS: readonly PreparedTab[] = [...forEveryone, ...forOperators, ...forPrograms];

/** Of whom a first visit opens which. Whoever has several roles begins with the first of them that stands here. */
const INITIAL_TABS = {
  ADMIN: ['Health', 'Runs', 'Usage', 'Customers', 'ProviderKeys', 'Settings'],
  APPROVER: ['ApprovalInbox', 'WatchInbox', 'Approvals', 'PublishRequests', 'Assets'],
  EDITOR: ['Assets', 'Tags', 'RequestRender', 'Renders', 'PublishRequests'],
  AUDITOR: ['AuditTrail', 'ChainHead', 'Seals', 'Runs', 'Operators'],
  CUSTOMER: ['MyCustomer', 'RunTask', 'Runs', 'Usage', 'Webhooks'],
} satisfies Record<string, readonly string[]>;
const INITIAL_TABS_ANONYMOUS = ['Health', 'PickAsset', 'SealText', 'ExplainRoute', 'RequestRender', 'Viewer'];

/** Who looks, as far as it decides what they are offered. */
export interface TabViewer {
  roles: readonly string[];
  permissions: readonly string[];
}
export const ANONYMOUS_VIEWER: TabViewer = { roles: [], permissions: [] };

/** What somebody may run. */
export function availableTo({ permissions }: TabViewer): PreparedTab[] {
  return PREPARED_TABS.filter(({ needs }) => needs === null || permissions.includes(needs));
}

/** What is open when somebody looks for the first time. Later visits open what was left there. */
export function initialTabsFor(viewer: TabViewer): PreparedTab[] {
  const role = (Object.keys(INITIAL_TABS) as (keyof typeof INITIAL_TABS)[]).find((one) => viewer.roles.includes(one));
  const names = role ? INITIAL_TABS[role] : INITIAL_TABS_ANONYMOUS;
  const offered = availableTo(viewer);
  return names.flatMap((name) => offered.find((tab) => tab.name === name) ?? []);
}

/** What an address asks for: `?tab=` and the name of a prepared operation. */
export function tabOf(address: string): PreparedTab | null {
  const name = new URL(address).searchParams.get('tab');
  return PREPARED_TABS.find((tab) => tab.name === name) ?? null;
}

/** An operation as the editor shows it: with what it does above it. */
export function textOf({ about, query, needs }: PreparedTab): string {
  const lines = wrapped(needs === null ? about : `${about} Needs ${needs}.`);
  return `${lines.map((line) => `# ${line}`).join('\n')}\n\n${query}`;
}

const LINE_LENGTH = 45;

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE_LENGTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
