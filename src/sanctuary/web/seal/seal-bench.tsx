import { type DragEvent, useEffect, useId, useState } from 'react';
import type { SanctuaryFacts } from '../../pure.ts';
import { grouped } from '../figures.ts';
import { errorMessage, requestGraphql } from '../requests.ts';
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

const DEFAULT_TEXT = 'The offer stands until 30 November 2026.';
const MAX_CHARACTERS = 20_000;
/** The browser hashes a file in memory. */
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
  const [text, setText] = useState(DEFAULT_TEXT);
  const [digest, setDigest] = useState<string | null | undefined>(undefined);
  const [isAccepted, setAccepted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [sealed, setSealed] = useState<FreshSeal | null>(null);
  const [dropped, setDropped] = useState<DroppedFile | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
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
    setTrouble(null);
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
      if (!made) setTrouble(data.sealText.message ?? 'The text wasn’t sealed. Try again.');
      else setSealed({ seal: made, bytes, evidence: await evidenceFor(made.bundleUrl), check });
    } catch (error) {
      setTrouble(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  const take = async (file: File | undefined) => {
    if (!file) return;
    setTrouble(null);
    if (file.size > MAX_FILE_BYTES) {
      setTrouble(`${file.name} is larger than 256 MB. Hash it in a shell: sha256sum ${file.name}`);
      return;
    }
    const hex = await sha256(new Uint8Array(await file.arrayBuffer()));
    setDropped({ name: file.name, size: file.size, digest: hex, seals: [] });
    if (hex === null) return;
    try {
      const { data } = await requestGraphql<{ sealsByDigest: DroppedFile['seals'] }>(SEALS_OF, { sha256: hex });
      setDropped({ name: file.name, size: file.size, digest: hex, seals: data.sealsByDigest });
    } catch (error) {
      setTrouble(errorMessage(error));
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
          <label htmlFor={`${id}-text`}>Text to seal</label>
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
          <span className="eyebrow">SHA-256, computed in your browser</span>
          <HexDigest hex={digest} />
        </p>
        {disclaimer && (
          <details className="disclaimer">
            <summary>Disclaimer</summary>
            <p>{disclaimer.text}</p>
          </details>
        )}
        <p className="actions">
          <label className="check">
            <input type="checkbox" checked={isAccepted} onChange={({ target }) => setAccepted(target.checked)} />I have
            read and accept the disclaimer
          </label>
          <button type="button" className="main" disabled={!isAccepted || text === '' || isBusy} onClick={seal}>
            {isBusy ? 'Sealing…' : 'Seal text'}
          </button>
        </p>
        <p className="fine">
          The text is sent to the service and not stored. The seal stays in the public log permanently, without the
          text.
        </p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the file field does the same by keyboard */}
        <div className="drop" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
          <label htmlFor={`${id}-file`}>Or drop a file to find its seals</label>
          <input id={`${id}-file`} type="file" onChange={({ target }) => void take(target.files?.[0])} />
          <p className="fine">The file stays in your browser. Only its SHA-256 is sent.</p>
          {dropped && (
            <div aria-live="polite">
              <p className="quiet">
                {dropped.name}, {grouped(dropped.size)} bytes
              </p>
              <HexDigest hex={dropped.digest} />
              {dropped.seals.length === 0 ? (
                <p>This service has no seal for this file.</p>
              ) : (
                <p>
                  Sealed:{' '}
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
        {trouble && (
          <p className="trouble" role="alert">
            {trouble}
          </p>
        )}
      </div>
      {sealed ? (
        <SealedCopy key={sealed.seal.id} {...sealed} />
      ) : (
        <div className="stamp is-empty">
          <p className="quiet">The seal appears here, with everything you need to verify it without this service.</p>
        </div>
      )}
    </div>
  );
}
