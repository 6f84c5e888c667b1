import { CONFIRM_PATH } from '../../platform/auth/step-up.ts';
import type { Refusal } from '../../platform/errors/errors.ts';
import { APPROVALS_PATH, definitionList, escapeHtml, INBOX_PATH, personFrame } from '../../site/index.ts';
import { type Approval, type ApprovalDecision, ApprovalState, Verdict } from '../approval.entity.ts';
import { MAX_REASON_LENGTH } from '../approval.inputs.ts';
import type { DecisionObstacle } from '../approval.rules.ts';
import type { DescribedSection } from '../described.ts';
import type { ShownContent } from '../display.ts';
import { obstacleSentence } from '../obstacles.ts';
import { KINDS } from './inbox-list.ts';
import { jsonHtml } from './json-html.ts';
import { visibleHtml } from './visible-text.ts';
import { type Actors, dueIn, utc, whoHtml } from './words.ts';

export const INBOX_FRAME = personFrame(`
  .waiting .due { color: var(--soft); font: var(--text-s)/1.9 var(--sans); white-space: nowrap; } .waiting .due[data-soon] { color: var(--care); }
  pre .name { color: var(--mark); } pre .text { background: var(--surface);
    border-left: 2px solid var(--soft); padding-left: .3rem; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
  pre.exact { margin: .5rem 0 1rem; }
  .words { border-left: .3rem solid var(--care); margin: .75rem 0; padding: .2rem 0 .2rem 1rem; white-space: pre-wrap;
    overflow-wrap: anywhere; }
  .words + .hint { margin-top: -.3rem; }
  .named { border-bottom: 1px dotted var(--soft); font-weight: 600; }
  .state { font-variant: small-caps; letter-spacing: .03em; }
  .changes { list-style: none; padding: 0; } .changes li { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  .changes .before, .changes .after { display: block; white-space: pre-wrap; overflow-wrap: anywhere;
    padding-left: 1.25em; text-indent: -1.25em; }
  .changes .before::before { content: "−\\a0"; } .changes .after::before { content: "+\\a0"; }
  .changes .before { color: var(--soft); }
  form.decision { border-top: 1px solid var(--line); margin-top: 2.5rem; }
  summary { color: var(--mark); }
`);

export const confirmPath = (next: string) => `${CONFIRM_PATH}?next=${encodeURIComponent(next)}`;

export interface ApprovalPageView {
  readonly approval: Approval;
  readonly state: ApprovalState;
  readonly decisions: readonly ApprovalDecision[];
  readonly obstacle: DecisionObstacle | null;
  /** What is decided; null for who does not; a refusal where it cannot be shown. */
  readonly shown: ShownContent | Refusal | null;
  /** Of all that is shown; null for who is not shown it. */
  readonly displayHash: string | null;
  readonly actors: Actors;
  /** Why what was just said does not count, with the reason that was typed. */
  readonly said: { readonly message: string; readonly reason: string } | null;
  /** Whether they have shown lately that it is still they. */
  readonly isConfirmed: boolean;
  readonly now: Date;
}

/** One request for approval, with all that its approver has to see. */
export function approvalPage(view: ApprovalPageView): { title: string; body: string } {
  const { approval, said, shown } = view;
  const parts = [
    `<p><a href="${INBOX_PATH}">Approvals</a> · <a href="${APPROVALS_PATH}/${escapeHtml(approval.id)}">In the back office</a></p>`,
    `<h1>${visibleHtml(approval.title)}</h1>`,
    `<p class="lead">${escapeHtml(KINDS[approval.subjectKind])} · ${standing(view)}</p>`,
    said ? `<div class="said" data-tone="bad" role="alert"><p>${escapeHtml(said.message)}</p></div>` : '',
    definitionList(asking(view)),
    shown !== null && 'sections' in shown ? content(approval, shown) : withheld(shown),
    '<h2>Request</h2>',
    definitionList(known(view)),
    decided(view),
    word(view),
  ];
  return { title: approval.title, body: parts.join('\n') };
}

const STATES: Readonly<Record<ApprovalState, string>> = {
  PENDING: 'waits',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  EXPIRED: 'expired: nobody has decided in time',
  CANCELED: 'canceled by who asked',
  SUPERSEDED: 'superseded: another has taken its place',
  REVOKED: 'revoked: approved, and taken back',
};

function standing({ approval, state, decisions, now }: ApprovalPageView): string {
  const { quorum, expiresAt, decidedAt } = approval;
  if (state !== ApprovalState.PENDING) {
    const at = decidedAt ? `, ${utc(decidedAt)}` : '';
    return `<strong class="state">${escapeHtml(STATES[state])}</strong>${escapeHtml(at)}`;
  }
  const given = decisions.filter(({ verdict }) => verdict === Verdict.APPROVE).length;
  const needs = quorum === 1 ? 'one person has to approve it' : `${given} of ${quorum} have approved it`;
  return escapeHtml(`${needs} · ${dueIn(expiresAt, now).text}, until ${utc(expiresAt)}`);
}

type Rows = readonly (readonly [term: string, html: string])[];

/** Who asks, and when: what somebody has to know before they read what it is. */
function asking({ approval: { askedBy, createdAt }, actors }: ApprovalPageView): Rows {
  return [
    ['Asked by', whoHtml(askedBy, actors)],
    ['Asked at', escapeHtml(utc(createdAt))],
  ];
}

/** What else is known, as far as it was not told already with the content. */
function known({ approval, shown }: ApprovalPageView): Rows {
  const { customerId, facts, policyVersion, sha256 } = approval;
  const sections = sectionsOf(shown);
  const told = new Set(sections?.flatMap(({ rows = [] }) => rows.map(([label]) => label)));
  // What is shown in whole says by itself what it has none of.
  const isWorthIt = (value: unknown) =>
    value !== null && !(sections !== null && Array.isArray(value) && value.length === 0);
  const others = Object.entries(facts)
    .filter(([name, value]) => isWorthIt(value) && !told.has(labelOf(name)))
    .map(([name, value]) => [labelOf(name), visibleHtml(factText(value))] as const);
  return [
    ...(customerId === null ? [] : [['Customer', `<code>${escapeHtml(customerId)}</code>`] as const]),
    ...others,
    ...(policyVersion === null ? [] : [['Policy', escapeHtml(`version ${policyVersion}`)] as const]),
    ['SHA-256', `<code>${escapeHtml(sha256)}</code>`],
  ];
}

const sectionsOf = (shown: ApprovalPageView['shown']) =>
  shown !== null && 'sections' in shown ? shown.sections : null;

/** `targetCount` as anybody reads it. */
function labelOf(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function factText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(factText).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function content({ sha256 }: Approval, { payload, sections }: ShownContent): string {
  const text = payload.toString('utf8');
  const json = jsonHtml(text);
  const whole = json ?? visibleHtml(text);
  const raw =
    json === null
      ? ''
      : `<details><summary>The exact bytes, as they are hashed</summary>
<p class="hint">${payload.length.toLocaleString('en')} bytes of UTF-8 with the SHA-256 <code>${escapeHtml(sha256)}</code>. What cannot be seen is shown by its number.</p>
<pre class="exact">${visibleHtml(text)}</pre></details>`;
  return `${sections.map(section).join('\n')}
<h2>Content</h2>
<p class="hint">All of it, in its own order. Characters that hide or turn the reading direction are shown by their number.</p>
<pre class="exact">${whole}</pre>
${raw}`;
}

function section({
  title,
  lead,
  isAskersWords = false,
  text,
  rows = [],
  items = [],
  changes,
}: DescribedSection): string {
  const said = isAskersWords ? 'Their own words. Nobody has checked them.' : '';
  return [
    `<h2>${escapeHtml(title)}</h2>`,
    said ? `<p class="hint">${said}</p>` : '',
    lead ? `<p>${escapeHtml(lead)}</p>` : '',
    text === undefined ? '' : textHtml(text, isAskersWords),
    rows.length === 0 ? '' : definitionList(rows.map(([label, value]) => [label, visibleHtml(value)])),
    items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${visibleHtml(item)}</li>`).join('\n')}</ul>`,
    changes === undefined ? '' : changesHtml(changes),
  ].join('\n');
}

/** JSON with the line ends that are in it. What somebody says of it stays as it was said. */
function textHtml(text: string, isAskersWords: boolean): string {
  const json = isAskersWords ? null : jsonHtml(text);
  return json === null ? `<div class="words">${visibleHtml(text)}</div>` : `<pre class="exact">${json}</pre>`;
}

function changesHtml(changes: NonNullable<DescribedSection['changes']>): string {
  if (changes.length === 0) return '<p>Nothing is another.</p>';
  const valueHtml = (kind: 'before' | 'after', value: unknown) =>
    `<code class="${kind}">${jsonHtml(JSON.stringify(value)) ?? ''}</code>`;
  const rows = changes.map(
    ({ operation, pointer, before, after }) =>
      `<li><code>${visibleHtml(pointer === '' ? 'the whole' : pointer)}</code>
${operation === 'ADD' ? '' : valueHtml('before', before)}${operation === 'REMOVE' ? '' : valueHtml('after', after)}</li>`,
  );
  return `<ul class="changes">${rows.join('\n')}</ul>`;
}

/** Why somebody is not shown it. */
function withheld(shown: Refusal | null): string {
  const why = shown?.message ?? 'What is asked for is shown to those who decide it, and you are none of them.';
  return `<p class="notice">${escapeHtml(why)}</p>`;
}

function decided({ decisions, actors }: ApprovalPageView): string {
  if (decisions.length === 0) return '';
  const rows = decisions.map(({ verdict, decidedBy, issuedBy, reason, decidedAt }) => {
    const by = issuedBy === null ? '' : `, by a token that ${whoHtml(issuedBy, actors)} has issued`;
    const why = reason === null ? '' : `<p class="words">${visibleHtml(reason)}</p>`;
    const what = verdict === Verdict.APPROVE ? 'Approved' : 'Rejected';
    return `<li><p>${what} by ${whoHtml(decidedBy, actors)}${by}, ${escapeHtml(utc(decidedAt))}</p>${why}</li>`;
  });
  return `<h2>Decisions</h2>\n<ul class="decisions">${rows.join('\n')}</ul>`;
}

function word({ approval, state, obstacle, shown, displayHash, said, isConfirmed }: ApprovalPageView): string {
  if (obstacle !== null) {
    return state === ApprovalState.PENDING ? `<p class="notice">${escapeHtml(obstacleSentence(obstacle))}</p>` : '';
  }
  const here = `${INBOX_PATH}/${approval.id}`;
  if (!isConfirmed) {
    return `<h2>Decision</h2>
<p>Before you decide, show again that it is you. It counts for ten minutes.</p>
<p><a href="${escapeHtml(confirmPath(here))}">Show that it is you</a></p>`;
  }
  const canApprove = sectionsOf(shown) !== null;
  return `<form class="decision" method="post" action="${escapeHtml(here)}">
<h2>Decision</h2>
<p>It is never changed. What you approve are the bytes above, named by their SHA-256. A digest of what this page says of them is kept with it.</p>
<input type="hidden" name="sha256" value="${escapeHtml(approval.sha256)}">
<input type="hidden" name="displayHash" value="${escapeHtml(displayHash ?? '')}">
<label for="reason">Reason</label>
<p class="hint" id="reason-hint">At most ${MAX_REASON_LENGTH.toLocaleString('en')} characters, and needed to reject. Who asked can read it.</p>
<textarea id="reason" name="reason" rows="3" maxlength="${MAX_REASON_LENGTH}" aria-describedby="reason-hint">
${escapeHtml(said?.reason ?? '')}</textarea>
<div class="actions">
${canApprove ? '<button name="verdict" value="approve">Approve</button>' : ''}
<button class="quiet" name="verdict" value="reject">Reject</button>
</div>
</form>`;
}
