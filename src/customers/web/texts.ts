import type { ReactNode } from 'react';
import { plural } from '../../platform/text/plural.ts';
import { rich } from '../../web/kit/rich.ts';

/** Texts of the screens for customers. */
export const texts = {
  chart: {
    title: 'Charges by day',
    empty: 'No runs this month.',
    summary: (total: string, unknown: number, notDrawn: readonly string[]) =>
      [
        `${total} charged so far according to the runs. Days are in UTC.`,
        unknown > 0 &&
          `The cost of ${plural(unknown, { one: 'one run is unknown and not drawn. Its day is', other: '# runs is unknown and not drawn. Their days are' })} marked at the bottom.`,
        ...notDrawn,
      ]
        .filter(Boolean)
        .join(' '),
    notDrawn: (name: string, amount: string) => `${name}: ${amount}, too far away to be drawn.`,
    asTable: 'As a table',
    caption: 'Charges by day',
    day: 'Day',
    runs: 'Runs',
    charged: 'Charged',
    total: 'Total',
    unknownCost: 'Unknown cost',
  },
  caps: {
    soft: 'Soft cap',
    hard: 'Hard limit',
    none: 'none',
  },
  keys: {
    cases: 'Cases',
    title: 'Keys',
    create: 'Create key',
    empty: 'This customer has no keys, so it can’t run anything yet.',
    tasks: 'Tasks',
    limits: 'Limits',
    thisMonth: 'This month',
    allTasks: 'All tasks',
    noLimits: 'none of its own',
    perMonth: (amount: ReactNode) => rich`${amount} per month`,
    perMinute: (calls: number) => `${plural(calls, { one: '# call', other: '# calls' })} per minute`,
  },
  customer: {
    title: 'Customer',
    notFound: 'This customer doesn’t exist.',
    all: 'All customers',
    details: 'Details',
    status: 'Status',
    suspended: 'Suspended',
    plan: 'Plan',
    keyLastUsed: 'Key last used',
    created: 'Created',
    updated: 'Updated',
    id: 'ID',
    edit: 'Edit customer',
  },
  suspend: {
    resume: 'Reactivate customer',
    suspend: 'Suspend customer',
    resumeTitle: (name: string) => `Reactivate ${name}?`,
    suspendTitle: (name: string) => `Suspend ${name}?`,
    resumed: (name: string) => `${name} is active again.`,
    suspended: (name: string) => `${name} is suspended.`,
    resumeText: 'Its model calls and its agents are accepted again within a second.',
    suspendText:
      'Its model calls, and all requests of its agents, are refused within a second. You can reactivate it at any time.',
  },
  state: {
    suspended: 'Suspended',
    pastSoftCap: 'Soft cap reached',
    ownUse: 'Own use',
    active: 'Active',
  },
  list: {
    name: 'Name',
    plan: 'Plan',
    status: 'Status',
    spent: 'Spent this month',
    unknownCost: (calls: number) => `and ${plural(calls, { one: '# call', other: '# calls' })} of unknown cost`,
    byName: 'Name',
    byUpdate: 'Recently updated',
    title: 'Customers',
    lead: 'Accounts that pay for model calls, with their spending and limits this month.',
    create: 'Create customer',
    partOfName: 'Part of the name',
    createdFrom: 'Created from',
    createdTo: 'Created to',
    order: 'Sort by',
    newest: 'Newest first',
    noMatch: 'No customers match these filters.',
  },
  edit: {
    title: 'Edit customer',
    done: 'Customer saved.',
    softCapHint:
      'US dollars per month (UTC). Calls beyond it still run, possibly on a cheaper model, and report it. Empty: no cap.',
    hardLimitHint: 'US dollars per month (UTC). Calls that could exceed it are refused. Empty: no limit.',
    save: 'Save',
    cancel: 'Cancel',
  },
  fields: {
    name: 'Name',
    plan: 'Plan',
  },
  keyLifetimes: {
    days30: 'In 30 days',
    days90: 'In 90 days',
    year: 'In 1 year',
    threeYears: 'In 3 years',
  },
  month: {
    title: (month: string) => `Usage in ${month}`,
    spent: 'Spent',
    unknownCost: 'Unknown cost',
    unknownCalls: (calls: number, upTo: string | null) =>
      `${plural(calls, { one: '# call', other: '# calls' })}${upTo === null ? '' : `, ${upTo}, which counts towards the limits`}`,
    noCalls: 'No calls',
    reserved: 'Reserved',
    reservedHint: 'maximum cost of running calls',
    noCap: 'None',
    calls: 'Calls',
    tokens: 'Tokens',
    tokenCounts: (input: string, output: string) => `${input} in, ${output} out, where known`,
    left: (amount: string) => `${amount} left, including reservations`,
    over: (amount: string) => `exceeded by ${amount}, including reservations`,
    noneCompleted: 'No calls completed this month',
    completed: (calls: number, estimated: number) =>
      `${calls.toLocaleString('en')} completed${estimated > 0 ? `; cost of ${estimated} estimated from our own token count` : ''}`,
  },
  create: {
    done: (name: string) => `Created ${name}. It has no key yet.`,
    capHint: 'US dollars per month (UTC). Empty: the default of the plan, from the settings.',
    title: 'Create customer',
  },
  key: {
    title: 'Create key',
    example: 'Shop server',
    allTasks: 'All tasks, including later ones',
    monthlyLimit: 'Monthly limit',
    monthlyLimitHint: 'US dollars per month (UTC). Empty: only the customer’s own limits apply.',
    callsPerMinute: 'Calls per minute',
    callsPerMinuteHint: 'Empty: no limit for this key.',
    wholeNumber: 'Enter a whole number, for example 60.',
    caseAccessHint: 'Permitted use of the customer’s cases and their documents.',
  },
  caseAccess: {
    NONE: 'No access',
    READ: 'Read and search',
    WRITE: 'Read, upload and erase',
  },
  plans: {
    BASE: 'Runs on the service’s own provider keys.',
    PRO: 'Can also have provider keys of its own.',
    ENTERPRISE: 'Can also have provider keys of its own.',
  },
};
