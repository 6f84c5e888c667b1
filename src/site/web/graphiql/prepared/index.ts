import { forEveryone } from './for-everyone.ts';
import { forOperators } from './for-operators.ts';
import { forPrograms } from './for-programs.ts';
import type { PreparedTab } from './prepared-tab.ts';

export type { PreparedTab } from './prepared-tab.ts';

/** All prepared GraphiQL operations, in the order in which the side panel lists them. */
export const PREPARED_TABS: readonly PreparedTab[] = [...forEveryone, ...forOperators, ...forPrograms];

/**
 * Names of the tabs that GraphiQL opens at a viewer's first visit, by role. A viewer with several roles gets the tabs of the
 * first of these roles.
 */
const INITIAL_TABS = {
  ADMIN: ['Health', 'Runs', 'Usage', 'Customers', 'ProviderKeys', 'Settings'],
  APPROVER: ['ApprovalInbox', 'WatchInbox', 'Approvals', 'PublishRequests', 'Assets'],
  EDITOR: ['Assets', 'Tags', 'RequestRender', 'Renders', 'PublishRequests'],
  AUDITOR: ['AuditTrail', 'ChainHead', 'Seals', 'Runs', 'Operators'],
  CUSTOMER: ['MyCustomer', 'RunTask', 'Runs', 'Usage', 'Webhooks'],
} satisfies Record<string, readonly string[]>;
const INITIAL_TABS_ANONYMOUS = ['Health', 'PickAsset', 'SealText', 'ExplainRoute', 'RequestRender', 'Viewer'];

/** Roles and permissions of the viewer, which determine the prepared operations that are listed. */
export interface TabViewer {
  roles: readonly string[];
  permissions: readonly string[];
}
export const ANONYMOUS_VIEWER: TabViewer = { roles: [], permissions: [] };

/** Prepared operations that the viewer has permission to run. */
export function availableTo({ permissions }: TabViewer): PreparedTab[] {
  return PREPARED_TABS.filter(({ needs }) => needs === null || permissions.includes(needs));
}

/** Tabs that GraphiQL opens at a viewer's first visit. Later visits restore the stored tabs. */
export function initialTabsFor(viewer: TabViewer): PreparedTab[] {
  const role = (Object.keys(INITIAL_TABS) as (keyof typeof INITIAL_TABS)[]).find((one) => viewer.roles.includes(one));
  const names = role ? INITIAL_TABS[role] : INITIAL_TABS_ANONYMOUS;
  const offered = availableTo(viewer);
  return names.flatMap((name) => offered.find((tab) => tab.name === name) ?? []);
}

/** Prepared operation that the parameter `tab` of an address names. Null if the parameter is missing or unknown. */
export function tabOf(address: string): PreparedTab | null {
  const name = new URL(address).searchParams.get('tab');
  return PREPARED_TABS.find((tab) => tab.name === name) ?? null;
}

/** Text of a prepared operation for the editor: its description as a comment, then its query. */
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
