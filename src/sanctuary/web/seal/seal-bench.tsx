import { type DragEvent, useEffect, useId, useState } from 'react';
import type { SanctuaryFacts } from '../../pure.ts';
import { errorMessage, requestGraphql } from '../requests.ts';
import { texts } from '../texts.ts';
import type { Evidence, SealCheck } from './check.ts';
import { sha256 } from './digest.ts';
import { HexDigest } from './hex-digest.tsx';
import type { Seal } from './seal.ts';
import { SealedCopy } from './sealed-copy.tsx';

const SEAL_TEXT = `mutation Seal($input: SealTextInput!) {
  sealText(input: $input) {
    __typename
    ... on SealedText { seal { id sha256 sealedAt logIndex verificationUrl bundleUrl } }
    ... on Problem { code message }
  }
}`;
const SEALS_OF = `query SealsOf($sha256: Sha256!) { sealsByDigest(sha256: $sha256) { id verificationUrl } }`;

const MAX_CHARACTERS = 20_000;
/** Maximum size of a dropped file, because the browser reads the whole file into memory to hash it. */
const MAX_FILE_BYTES = 256_000_000;

interface DroppedFile {
  name: string;
  size: number;
  digest: string | null;
  seals: { id: string; verificationUrl: string }[];
}

interface FreshSeal {
  seal: Seal;
  bytes: Uint8Array<ArrayBuffer>;
  evidence: Evidence;
  check: (bytes: Uint8Array, evidence: Evidence) => Promise<SealCheck>;
}

export function SealBench({ disclaimer }: Pick<SanctuaryFacts, 'disclaimer'>) {
  const [text, setText] = useState<string>(texts.seal.exampleText);
  const [digest, setDigest] = useState<string | null | undefined>(undefined);
  const [isAccepted, setAccepted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [sealed, setSealed] = useState<FreshSeal | null>(null);
  const [dropped, setDropped] = useState<DroppedFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();

  useEffect(() => {
    let isLatest = true;
    sha256(new TextEncoder().encode(text)).then((hex) => isLatest && setDigest(hex));
    return () => {
      isLatest = false;
    };
  }, [text]);

  const seal = async () => {
    setBusy(true);
    setProblem(null);
    setSealed(null);
    try {
      const bytes = new TextEncoder().encode(text);
      const input = { text, disclaimerAcknowledged: true, disclaimerVersion: disclaimer?.version ?? null };
      const [{ data }, { check, evidenceFor }] = await Promise.all([
        requestGraphql<{ sealText: { __typename: string; seal?: Seal | null; message?: string } }>(SEAL_TEXT, {
          input,
        }),
        import('./check.ts'),
      ]);
      const made = data.sealText.seal;
      if (!made) setProblem(data.sealText.message ?? texts.seal.notSealed);
      else setSealed({ seal: made, bytes, evidence: await evidenceFor(made.bundleUrl), check });
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  const take = async (file: File | undefined) => {
    if (!file) return;
    setProblem(null);
    if (file.size > MAX_FILE_BYTES) {
      setProblem(texts.seal.tooLarge(file.name));
      return;
    }
    const hex = await sha256(new Uint8Array(await file.arrayBuffer()));
    setDropped({ name: file.name, size: file.size, digest: hex, seals: [] });
    if (hex === null) return;
    try {
      const { data } = await requestGraphql<{ sealsByDigest: DroppedFile['seals'] }>(SEALS_OF, { sha256: hex });
      setDropped({ name: file.name, size: file.size, digest: hex, seals: data.sealsByDigest });
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };

  return (
    <div className="two">
      <div>
        <div className="field">
          <label htmlFor={`${id}-text`}>{texts.seal.text}</label>
          <textarea
            id={`${id}-text`}
            rows={3}
            maxLength={MAX_CHARACTERS}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setSealed(null);
            }}
          />
        </div>
        <p className="digest-line">
          <span className="eyebrow">{texts.seal.digest}</span>
          <HexDigest hex={digest} />
        </p>
        {disclaimer && (
          <details className="disclaimer">
            <summary>{texts.seal.disclaimer}</summary>
            <p>{disclaimer.text}</p>
          </details>
        )}
        <p className="actions">
          <label className="check">
            <input type="checkbox" checked={isAccepted} onChange={({ target }) => setAccepted(target.checked)} />
            {texts.seal.accept}
          </label>
          <button type="button" className="main" disabled={!isAccepted || text === '' || isBusy} onClick={seal}>
            {isBusy ? texts.seal.sealing : texts.seal.seal}
          </button>
        </p>
        <p className="fine">{texts.seal.storage}</p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the file field does the same by keyboard */}
        <div className="drop" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
          <label htmlFor={`${id}-file`}>{texts.seal.file}</label>
          <input id={`${id}-file`} type="file" onChange={({ target }) => void take(target.files?.[0])} />
          <p className="fine">{texts.seal.fileStays}</p>
          {dropped && (
            <div aria-live="polite">
              <p className="quiet">{texts.seal.fileFacts(dropped.name, dropped.size)}</p>
              <HexDigest hex={dropped.digest} />
              {dropped.seals.length === 0 ? (
                <p>{texts.seal.noSeal}</p>
              ) : (
                <p>
                  {texts.seal.sealsOfFile}{' '}
                  {dropped.seals.map((one) => (
                    <a key={one.id} href={new URL(one.verificationUrl).pathname}>
                      {one.id}
                    </a>
                  ))}
                </p>
              )}
            </div>
          )}
        </div>
        {problem && (
          <p className="trouble" role="alert">
            {problem}
          </p>
        )}
      </div>
      {sealed ? (
        <SealedCopy key={sealed.seal.id} {...sealed} />
      ) : (
        <div className="stamp is-empty">
          <p className="quiet">{texts.seal.empty}</p>
        </div>
      )}
    </div>
  );
}
