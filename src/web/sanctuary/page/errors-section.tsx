import { useId, useState } from 'react';
import type { SanctuaryFacts } from '../../../sanctuary/page-bundle.ts';

const pathOf = (code: string) => `/problems/${code.toLowerCase().replaceAll('_', '-')}`;

/** When the same request may do better. */
const retryOf = (status: number) =>
  status === 429 || status === 503 ? 'After Retry-After' : status >= 500 ? 'Yes, a little later' : 'Not unchanged';

/** Every code that a caller can meet. */
export function ErrorsSection({ errors }: Pick<SanctuaryFacts, 'errors'>) {
  const [sought, setSought] = useState('');
  const field = useId();
  const words = sought.toLowerCase().split(/[\s_]+/).filter((word) => word !== '');
  const found = errors.filter(({ code, status, title }) => {
    const text = `${code} ${status} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      <div className="field search">
        <label htmlFor={field}>Find a code, a status or a word</label>
        <input
          id={field}
          type="search"
          maxLength={100}
          placeholder="429, key, too large…"
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
        <p className="quiet" role="status">
          {found.length === 0
            ? 'None has these words. Try fewer.'
            : `${found.length} of ${errors.length}, the same on REST and in the graph`}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by keyboard as well */}
      <section className="scroll codes" tabIndex={0} aria-label="The codes">
        <table>
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Status</th>
              <th scope="col">What it means</th>
              <th scope="col">Again?</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ code, status, title }) => (
              <tr key={code} id={`error-${code}`}>
                <th scope="row">
                  <a href={pathOf(code)}>
                    <code>{code}</code>
                  </a>
                </th>
                <td>{status}</td>
                <td>{title}</td>
                <td>{retryOf(status)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
