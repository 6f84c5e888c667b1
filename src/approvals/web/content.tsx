import { Section } from '../../web/kit/page.tsx';
import { Exact, ExactValue, Visible } from '../../web/kit/visible-text.tsx';
import { type ApprovalView, addressesIn, type DisplayChange, type DisplaySection } from './approval-view.ts';

/** All that is decided: what the service has to say of it, and the exact text. */
export function Content({ seen, isChange }: { seen: ApprovalView; isChange: boolean }) {
  const { sections, payloadText } = seen;
  if (sections === null || payloadText === null) {
    return (
      <p className="notice" data-tone="care">
        What is asked for could not be read. Nobody can approve what they have not seen.
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
        <Section title="Links in it">
          <p className="hint">Where each one leads, as it stands in the text. None is opened from here.</p>
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
      <Section title="Content">
        <p className="hint">
          The complete content in its original order. Invisible and direction-changing characters are shown by number.
        </p>
        <Exact text={payloadText} />
        {isJson(payloadText) && (
          <details className="approvals-bytes">
            <summary>The exact bytes, as they are hashed</summary>
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
      {seen.isWhatItSays
        ? 'Counted in your browser: what you read here has the SHA-256 that your word names, '
        : 'Counted in your browser, what you read here has another SHA-256 than the request, '}
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
      {isAskersWords && <p className="hint">Their own words. Nobody has checked them.</p>}
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
            // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be alike in all they say
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
            // biome-ignore lint/suspicious/noArrayIndexKey: somebody may have named one twice
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

/** What it is made of is told with its seal; the seal's page says more. */
function SealLink({ text }: { text: string }) {
  const id = SEALED.exec(text)?.[1];
  return (
    id && (
      <>
        {' '}
        <a href={`/v/${id}`}>Look at the seal</a>
      </>
    )
  );
}

function Changes({ changes }: { changes: readonly DisplayChange[] }) {
  if (changes.length === 0) return <p>Nothing is another.</p>;
  return (
    <ul className="plain approvals-changes">
      {changes.map(({ operation, pointer, before, after }) => (
        <li key={`${operation} ${pointer}`}>
          <code>{pointer === '' ? 'the whole' : <Visible text={pointer} />}</code>
          {operation !== 'ADD' && (
            <del>
              <span className="only-heard">Before: </span>
              <ExactValue value={before} />
            </del>
          )}
          {operation !== 'REMOVE' && (
            <ins>
              <span className="only-heard">After: </span>
              <ExactValue value={after} />
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
