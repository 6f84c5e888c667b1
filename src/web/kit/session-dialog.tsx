import { Button, Modal } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { WhoAsksDocument, type WhoAsksQuery } from '../generated/frame/graphql.ts';
import { client } from './client.ts';
import { useCovering } from './overlays.ts';
import { addressFor, onReturn, settle, useWanted, type Wanted } from './session.ts';
import { useViewer } from './viewer.ts';

/** As long as the service lets a confirmation count, less what it takes to send something. */
const CONFIRMED_FOR_MS = 9 * 60_000;

const WORDS: Readonly<Record<Wanted, { title: string; text: string; action: string }>> = {
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

/** Asks for what is wanted, in a window beside this one, and lets go on whoever waits for it. */
export function SessionDialog() {
  const wanted = useWanted();
  useCovering(wanted !== null);
  const { actor, name } = useViewer();
  const [other, setOther] = useState<string | null>(null);
  // So that the words stay while the dialog goes.
  const [shown, setShown] = useState<Wanted>('SIGN_IN');
  if (wanted && wanted !== shown) setShown(wanted);

  const look = useCallback(async () => {
    if (!wanted) return;
    const { data } = await client
      .query<WhoAsksQuery>(WhoAsksDocument.toString(), {}, { requestPolicy: 'network-only' })
      .toPromise();
    const viewer = data?.viewer;
    if (!viewer) return;
    if (viewer.actor !== actor) return setOther(viewer.name ?? viewer.actor);
    const age = Date.now() - Date.parse(viewer.credential.confirmedAt ?? '');
    if (wanted === 'SIGN_IN' || age < CONFIRMED_FOR_MS) settle(true);
  }, [wanted, actor]);

  useEffect(() => {
    if (!wanted) return;
    const end = onReturn(look);
    addEventListener('focus', look);
    return () => {
      end();
      removeEventListener('focus', look);
    };
  }, [wanted, look]);

  const { title, text, action } = WORDS[shown];
  const address = addressFor(shown);
  return (
    <Modal
      opened={wanted !== null}
      onClose={() => settle(false)}
      title={title}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      zIndex={400}
    >
      {other ? (
        <>
          <p>
            {other} has signed in in this browser, and this page was {name ?? actor}’s. What was typed here is not sent
            as somebody else.
          </p>
          <div className="actions">
            <Button onClick={() => location.reload()}>Go on as {other}</Button>
          </div>
        </>
      ) : (
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
      )}
    </Modal>
  );
}
