import { Section } from '../../web/kit/page.tsx';
import { Exact, ExactValue, Visible } from '../../web/kit/visible-text.tsx';
import { type ApprovalView, addressesIn, type DisplayChange, type DisplaySection } from './approval-view.ts';
import { texts } from './texts.ts';

/** Content to decide on: the service's description and the exact text. */
export function Content({ seen, isChange }: { seen: ApprovalView; isChange: boolean }) {
  const { sections, payloadText } = seen;
  if (sections === null || payloadText === null) {
    return (
      <p className="notice" data-tone="care">
        {texts.content.unreadable}
      </p>
    );
  }
  const addresses = isChange ? [] : addressesIn(payloadText);
  return (
    <>
      {sections.map((section) => (
        <SectionView key={section.title} section={section} />
      ))}
      {addresses.length > 0 && (
        <Section title={texts.content.links}>
          <p className="hint">{texts.content.linksHint}</p>
          <ul className="plain approvals-items">
            {addresses.map((address) => (
              <li key={address}>
                <code>
                  <Visible text={address} />
                </code>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={texts.content.title}>
        <p className="hint">{texts.content.hint}</p>
        <Exact text={payloadText} />
        {isJson(payloadText) && (
          <details className="approvals-bytes">
            <summary>{texts.content.bytes}</summary>
            <Exact text={payloadText} asJson={false} />
          </details>
        )}
        <Digest seen={seen} />
      </Section>
    </>
  );
}

function Digest({ seen }: { seen: ApprovalView }) {
  return (
    <p className="approvals-digest" data-tone={seen.isWhatItSays ? 'good' : 'bad'}>
      {seen.isWhatItSays ? texts.content.hashMatches : texts.content.hashDiffers}
      <code>{seen.sha256}</code>.
    </p>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function SectionView({ section }: { section: DisplaySection }) {
  const { title, lead, isAskersWords = false, text, rows = [], items = [], changes } = section;
  return (
    <Section title={title}>
      {isAskersWords && <p className="hint">{texts.content.requesterText}</p>}
      {lead && <p className="approvals-lead">{lead}</p>}
      {text !== undefined &&
        (isAskersWords || !isJson(text) ? (
          <p className="approvals-words">
            <Visible text={text} />
          </p>
        ) : (
          <Exact text={text} />
        ))}
      {rows.length > 0 && (
        <dl className="facts">
          {rows.map(([label, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two findings can be equal
            <div key={index}>
              <dt>
                <Visible text={label} />
              </dt>
              <dd>
                <Visible text={value} />
                <SealLink text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {items.length > 0 && (
        <ul className="plain approvals-items">
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item can occur twice
            <li key={index}>
              <Visible text={item} />
            </li>
          ))}
        </ul>
      )}
      {changes && <Changes changes={changes} />}
    </Section>
  );
}

const SEALED = /, sealed: (seal_\w+)$/;

/** Link to a seal whose id is at the end of a row of sources. */
function SealLink({ text }: { text: string }) {
  const id = SEALED.exec(text)?.[1];
  return (
    id && (
      <>
        {' '}
        <a href={`/v/${id}`}>{texts.content.viewSeal}</a>
      </>
    )
  );
}

function Changes({ changes }: { changes: readonly DisplayChange[] }) {
  if (changes.length === 0) return <p>{texts.content.noChanges}</p>;
  return (
    <ul className="plain approvals-changes">
      {changes.map(({ operation, pointer, before, after }) => (
        <li key={`${operation} ${pointer}`}>
          <code>{pointer === '' ? texts.content.wholeDocument : <Visible text={pointer} />}</code>
          {operation !== 'ADD' && (
            <del>
              <span className="only-heard">{texts.content.before} </span>
              <ExactValue value={before} />
            </del>
          )}
          {operation !== 'REMOVE' && (
            <ins>
              <span className="only-heard">{texts.content.after} </span>
              <ExactValue value={after} />
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
