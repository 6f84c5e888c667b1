import { useEffect } from 'react';
import { PageLink } from '../kit/link.tsx';
import { useTitle } from '../kit/page.tsx';
import { announceReturn } from '../kit/session.ts';

/** Where a window ends up that was opened to sign in beside a form. */
export function Screen() {
  useTitle('Signed in');
  useEffect(() => {
    announceReturn();
    close();
  }, []);
  return (
    <main className="alone">
      <h1>That is done</h1>
      <p>You can close this window and go on in the other one, or go on here.</p>
      <p>
        <PageLink to="/admin">To the first screen</PageLink>
      </p>
    </main>
  );
}
