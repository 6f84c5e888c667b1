import { useEffect, useState } from 'react';
import { CopyButton } from '../page/copy-button.tsx';
import { errorMessage } from '../requests.ts';
import { texts } from '../texts.ts';
import type { Evidence, SealCheck } from './check.ts';
import { sha256 } from './digest.ts';
import { HexDigest } from './hex-digest.tsx';
import type { Seal } from './seal.ts';

interface SealedCopyProps {
  seal: Seal;
  bytes: Uint8Array<ArrayBuffer>;
  evidence: Evidence;
  check: (bytes: Uint8Array, evidence: Evidence) => Promise<SealCheck>;
}

/** Shows a seal and a copy of the sealed text in which the user can flip one bit. The browser verifies both texts. */
export function SealedCopy({ seal, bytes, evidence, check }: SealedCopyProps) {
  const [isFlipped, setFlipped] = useState(false);
  const [checked, setChecked] = useState<SealCheck | null>(null);
  const [digest, setDigest] = useState<string | null | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const at = Math.floor(bytes.length / 2);

  useEffect(() => {
    let isLatest = true;
    const copy = bytes.slice();
    if (isFlipped) copy[at] = copy[at]! ^ 1;
    Promise.all([check(copy, evidence), sha256(copy)]).then(
      ([result, hex]) => {
        if (!isLatest) return;
        setChecked(result);
        setDigest(hex);
      },
      (error) => isLatest && setProblem(errorMessage(error)),
    );
    return () => {
      isLatest = false;
    };
  }, [isFlipped, bytes, evidence, check, at]);

  const shell = `printf %s ${quoted(new TextDecoder().decode(bytes))} | sha256sum`;
  return (
    <div className="stamp" data-verdict={checked ? (checked.isSame ? 'same' : 'other') : 'none'}>
      <p className="eyebrow">{texts.seal.logEntry(seal.logIndex)}</p>
      <p>
        <a href={new URL(seal.verificationUrl).pathname}>
          <code>{seal.id}</code>
        </a>
      </p>
      <p className="eyebrow">{isFlipped ? texts.seal.flippedCopy : texts.seal.copy}</p>
      <AlteredText bytes={bytes} at={isFlipped ? at : null} />
      <HexDigest hex={digest} unlike={seal.sha256} />
      <p className="sentence" role="status">
        {problem ?? checked?.sentence ?? texts.seal.checking}
      </p>
      <p className="actions">
        <button type="button" aria-pressed={isFlipped} onClick={() => setFlipped(!isFlipped)}>
          {isFlipped ? texts.seal.restore : texts.seal.flip}
        </button>
      </p>
      {checked && (
        <details>
          <summary>{texts.seal.checks}</summary>
          <ul className="checks">
            {checked.checks.map(({ name, status, detail }) => (
              <li key={name} data-status={status}>
                <b>{name}</b> {detail}
              </li>
            ))}
          </ul>
        </details>
      )}
      <figure className="code">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes long lines scrollable by keyboard */}
        <pre tabIndex={0}>
          <code>{shell}</code>
        </pre>
        <CopyButton text={shell} />
      </figure>
      <p className="fine">{texts.seal.shell}</p>
    </div>
  );
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Text with one flipped bit in the byte at `at`, which is highlighted. If `at` is null, the unaltered text. */
function AlteredText({ bytes, at }: { bytes: Uint8Array; at: number | null }) {
  if (at === null) return <blockquote>{new TextDecoder().decode(bytes)}</blockquote>;
  const copy = bytes.slice();
  copy[at] = copy[at]! ^ 1;
  const decode = (from: number, to?: number) => new TextDecoder().decode(copy.slice(from, to));
  return (
    <blockquote>
      {decode(0, at)}
      <mark>{decode(at, at + 1)}</mark>
      {decode(at + 1)}
    </blockquote>
  );
}
