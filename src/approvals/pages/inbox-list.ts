import { APPROVALS_PATH, escapeHtml, INBOX_PATH } from '../../site/index.ts';
import type { Approval, ApprovalSubject } from '../approval.entity.ts';
import type { InboxCounts } from '../inbox/inbox.reads.ts';
import { visibleHtml } from './visible-text.ts';
import { type Actors, dueIn, whoBriefly } from './words.ts';

export interface InboxListView {
  readonly approvals: readonly Approval[];
  readonly counts: InboxCounts;
  /** What the next page goes on after; null on the last one. */
  readonly next: string | null;
  readonly actors: Actors;
  readonly now: Date;
}

export const KINDS: Readonly<Record<ApprovalSubject, string>> = {
  RUN_OUTPUT: 'Output of a task',
  PUBLISH_REQUEST: 'To be published',
  CHANGE: 'A change of the service',
};

const BACK_OFFICE = `<p><a href="${APPROVALS_PATH}">Approvals in the back office</a></p>`;

export function inboxList({ approvals, counts, next, actors, now }: InboxListView): string {
  if (counts.total === 0) {
    return `<h1>Approvals</h1>
<p class="lead">Nothing waits for you.</p>
<p>Your own requests, requests made in your name and what you have decided are not listed: another approver decides your requests.</p>
${BACK_OFFICE}`;
  }
  const rows = approvals.map((approval) => row(approval, actors, now)).join('\n');
  const more = next === null ? '' : `<p><a href="${INBOX_PATH}?after=${encodeURIComponent(next)}">Go on</a></p>`;
  return `<h1>Approvals</h1>
<p class="lead">${summary(counts)}</p>
<ul class="rows waiting">
${rows}
</ul>
${more}
${BACK_OFFICE}`;
}

function summary({ total, dueWithinADay, bySubjectKind, byChannel }: InboxCounts): string {
  const parts = bySubjectKind.map(({ subjectKind, count }) => `${KINDS[subjectKind]}: ${count}`);
  const channels = byChannel.map(({ channel, count }) => `${channel}: ${count}`);
  const first = total === 1 ? '1 thing waits for you' : `${total.toLocaleString('en')} things wait for you`;
  const due = `${dueWithinADay === 0 ? 'none' : dueWithinADay} of them ${dueWithinADay > 1 ? 'end' : 'ends'} within a day`;
  return escapeHtml(`${first}, ${due}. ${[...parts, ...channels].join(' · ')}`);
}

function row(approval: Approval, actors: Actors, now: Date): string {
  const { id, subjectKind, title, askedBy, expiresAt, quorum, facts } = approval;
  const found = Array.isArray(facts.findings) ? facts.findings.length : 0;
  const findings = found === 0 ? '' : ` · findings of ${found === 1 ? 'one kind' : `${found} kinds`}`;
  const needs = quorum > 1 ? ` · ${quorum} have to approve it` : '';
  const { text, isSoon } = dueIn(expiresAt, now);
  return `<li><div><p><a href="${INBOX_PATH}/${escapeHtml(id)}">${visibleHtml(title)}</a></p>
<p class="detail">${escapeHtml(KINDS[subjectKind])} · asked by ${whoBriefly(askedBy, actors)}${escapeHtml(needs + findings)}</p></div>
<p class="due"${isSoon ? ' data-soon' : ''}>${escapeHtml(text)}</p></li>`;
}
