import { useId, useState } from 'react';
import type { SanctuaryFacts } from '../../pure.ts';
import { texts } from '../texts.ts';
import { CodeText } from './code-text.tsx';

/** Section of the page with a searchable table of all problem codes. */
export function ErrorsSection({ errors }: Pick<SanctuaryFacts, 'errors'>) {
  const [sought, setSought] = useState('');
  const field = useId();
  const words = sought
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== '');
  const found = errors.filter(({ code, status, title, cause }) => {
    const text = `${code} ${status} ${title} ${cause ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      <div className="field search">
        <label htmlFor={field}>{texts.errors.search}</label>
        <input
          id={field}
          type="search"
          maxLength={100}
          placeholder={texts.errors.example}
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
        <p className="quiet" role="status">
          {found.length === 0 ? texts.errors.noMatch : texts.errors.found(found.length, errors.length)}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by keyboard as well */}
      <section className="scroll codes" tabIndex={0} aria-label={texts.errors.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.errors.code}</th>
              <th scope="col">{texts.errors.status}</th>
              <th scope="col">{texts.errors.meaning}</th>
              <th scope="col">{texts.errors.advice}</th>
              <th scope="col">{texts.errors.retry}</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ code, path, status, title, cause, advice, retry }) => (
              <tr key={code} id={`error-${code}`}>
                <th scope="row">
                  <a href={path}>
                    <code>{code}</code>
                  </a>
                </th>
                <td>{status}</td>
                <td>
                  {title}
                  {cause !== null && (
                    <p className="quiet">
                      <CodeText text={cause} />
                    </p>
                  )}
                </td>
                <td>
                  <CodeText text={advice} />
                </td>
                <td>
                  <CodeText text={retry} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
