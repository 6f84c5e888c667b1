import { useEffect } from 'react';
import { PageLink } from '../kit/link.tsx';
import { announceReturn } from '../kit/session.ts';
import { useTitle } from '../kit/use-title.ts';
import { texts } from './texts.ts';

/** Last page of a window in which the user signs in or confirms their identity. Notifies the other windows and closes. */
export function Screen() {
  useTitle(texts.signedIn.title);
  useEffect(() => {
    announceReturn();
    close();
  }, []);
  return (
    <main className="alone">
      <h1>{texts.signedIn.heading}</h1>
      <p>{texts.signedIn.text}</p>
      <p>
        <PageLink to="/admin">{texts.errors.home}</PageLink>
      </p>
    </main>
  );
}
