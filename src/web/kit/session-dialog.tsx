import { Button, Modal } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { WhoAsksDocument, type WhoAsksQuery } from '../generated/frame/graphql.ts';
import { GRAPHQL_PATH, OWN_HEADERS } from './client.ts';
import { useCovering } from './overlays.ts';
import { addressFor, onReturn, settle, useWanted, type Wanted } from './session.ts';
import { useViewer, type Viewer } from './viewer.ts';

/** As long as the service lets a confirmation count, less what it takes to send something. */
const CONFIRMED_FOR_MS = 9 * 60_000;

const WORDS: Readonly<Record<Exclude<Wanted, 'SAME_PERSON'>, { title: string; text: string; action: string }>> = {
  SIGN_IN: {
    title: 'Sign in again',
    text: 'Your session has ended. Sign in in a window of its own: what you have typed here stays, and goes on by itself.',
    action: 'Sign in',
  },
  CONFIRM: {
    title: 'Show that it is you',
    text: 'What you are about to do asks for your password or second factor again. It is done as soon as you have shown it.',
    action: 'Show it',
  },
};

/** The owner of this browser's session, which may be another than the page shows; null without one, undefined if unknown. */
async function whoHasSignedIn(): Promise<Viewer | null | undefined> {
  try {
    const response = await fetch(GRAPHQL_PATH, {
      method: 'POST',
      headers: { ...OWN_HEADERS, 'content-type': 'application/json' },
      body: JSON.stringify({ query: WhoAsksDocument.toString() }),
    });
    const { data } = (await response.json()) as { data?: WhoAsksQuery };
    return data?.viewer;
  } catch {
    return undefined;
  }
}

/** Asks for what is wanted, in a window beside this one, and lets go on whoever waits for it. */
export function SessionDialog() {
  const wanted = useWanted();
  useCovering(wanted !== null);
  const { actor, name } = useViewer();
  const [other, setOther] = useState<string | null>(null);
  // The other person has signed out again.
  const [isEnded, setEnded] = useState(false);
  // So that the words stay while the dialog goes.
  const [shown, setShown] = useState<Wanted>('SIGN_IN');
  if (wanted && wanted !== shown) setShown(wanted);

  const look = useCallback(async () => {
    if (!wanted) return;
    const viewer = await whoHasSignedIn();
    if (viewer === undefined) return;
    setOther(viewer && viewer.actor !== actor ? (viewer.name ?? viewer.actor) : null);
    setEnded(viewer === null);
    if (viewer?.actor !== actor) return;
    const age = Date.now() - Date.parse(viewer.credential.confirmedAt ?? '');
    if (wanted !== 'CONFIRM' || age < CONFIRMED_FOR_MS) settle(true);
  }, [wanted, actor]);

  useEffect(() => {
    if (!wanted) return;
    if (wanted === 'SAME_PERSON') void look();
    const end = onReturn(look);
    addEventListener('focus', look);
    return () => {
      end();
      removeEventListener('focus', look);
    };
  }, [wanted, look]);

  const asked = shown === 'SAME_PERSON' ? 'SIGN_IN' : shown;
  const isAnothers = other !== null || (shown === 'SAME_PERSON' && !isEnded);
  return (
    <Modal
      opened={wanted !== null}
      onClose={() => settle(false)}
      title={isAnothers ? 'Another person has signed in' : WORDS[asked].title}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      zIndex={400}
    >
      {isAnothers ? (
        <AnotherPerson other={other ?? 'Another person'} own={name ?? actor} />
      ) : (
        <Show wanted={asked} words={WORDS[asked]} />
      )}
    </Modal>
  );
}

function AnotherPerson({ other, own }: { other: string; own: string }) {
  return (
    <>
      <p>
        {other} has signed in with this browser. This page was loaded by {own}. Nothing was sent in the name of {other}.
      </p>
      <p>Reload the page to go on as {other}. What you have typed here is lost then.</p>
      <div className="actions">
        <Button data-autofocus onClick={() => location.reload()}>
          Reload the page
        </Button>
        <Button variant="default" onClick={() => settle(false)}>
          Not now
        </Button>
      </div>
    </>
  );
}

function Show({ wanted, words: { text, action } }: { wanted: Wanted; words: { text: string; action: string } }) {
  const address = addressFor(wanted);
  return (
    <>
      <p>{text}</p>
      <div className="actions">
        <Button
          component="a"
          href={address}
          target="_blank"
          data-autofocus
          onClick={(event: { preventDefault(): void }) => {
            // A window that a script has opened may be closed by it.
            if (open(address, '_blank', 'popup,width=560,height=720')) event.preventDefault();
          }}
        >
          {action}
        </Button>
        <Button variant="default" onClick={() => settle(false)}>
          Not now
        </Button>
      </div>
    </>
  );
}
