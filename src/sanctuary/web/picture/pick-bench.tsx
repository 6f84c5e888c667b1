import { type FormEvent, useId, useState } from 'react';
import { errorMessage } from '../requests.ts';
import { texts } from '../texts.ts';

const SHOWN_HEADERS = ['Cache-Control', 'ETag', 'Content-Type', 'RateLimit', 'X-Request-Id'];
const MAX_CHARACTERS = 200;

interface Asset {
  title: string;
  alt: string;
  tags: string[];
  url: string;
  thumbnailUrl: string;
  width: number;
  height: number;
}

interface PickResponse {
  path: string;
  status: number;
  headers: [name: string, value: string][];
  asset: Asset | null;
  detail: string | null;
}

/** Picks a picture with the public REST operation and shows the request and the response. */
export function PickBench() {
  const [tags, setTags] = useState<string>(texts.pick.exampleTags);
  const [picked, setPicked] = useState<PickResponse | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useId();

  const pick = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    const wanted = tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
    const path = `/api/marketing/image-bank/pick?match=best&tags=${wanted.map(encodeURIComponent).join(',')}`;
    try {
      const response = await fetch(path, { cache: 'no-store', credentials: 'omit' });
      const body = (await response.json()) as { asset?: Asset; detail?: string };
      setPicked({
        path,
        status: response.status,
        headers: SHOWN_HEADERS.flatMap((name): [string, string][] => {
          const value = response.headers.get(name);
          return value === null ? [] : [[name, value]];
        }),
        asset: body.asset ?? null,
        detail: body.detail ?? null,
      });
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };

  return (
    <form className="two pick" onSubmit={pick}>
      <div>
        <h3>{texts.pick.title}</h3>
        <div className="field">
          <label htmlFor={field}>{texts.pick.tags}</label>
          <input
            id={field}
            type="text"
            maxLength={MAX_CHARACTERS}
            value={tags}
            onChange={({ target }) => setTags(target.value)}
          />
        </div>
        <p className="actions">
          <button type="submit" disabled={tags.trim() === ''}>
            {texts.pick.pick}
          </button>
          <span className="quiet">{texts.pick.rotation}</span>
        </p>
        {problem && (
          <p className="trouble" role="alert">
            {problem}
          </p>
        )}
        {picked && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard as well
          <pre className="exchange" tabIndex={0} aria-live="polite">
            <b>{`GET ${picked.path}`}</b>
            {`\n\nHTTP/1.1 ${picked.status}\n`}
            {picked.headers.map(([name, value]) => `${name}: ${value}\n`)}
            {picked.detail && `\n${picked.detail}`}
          </pre>
        )}
      </div>
      <figure className="picture" data-empty={!picked?.asset}>
        {picked?.asset ? (
          <>
            <img
              src={new URL(picked.asset.thumbnailUrl).pathname}
              alt={picked.asset.alt}
              width={picked.asset.width}
              height={picked.asset.height}
            />
            <figcaption>
              {picked.asset.title} <span className="quiet">{picked.asset.tags.join(', ')}</span>
            </figcaption>
          </>
        ) : (
          <span className="quiet">{picked ? texts.pick.noMatch : texts.pick.empty}</span>
        )}
      </figure>
    </form>
  );
}
