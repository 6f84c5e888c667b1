import { Button, Modal } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { CurrentViewerDocument, type CurrentViewerQuery } from '../generated/frame/graphql.ts';
import { GRAPHQL_PATH, OWN_HEADERS } from './client.ts';
import { useCovering } from './overlays.ts';
import { addressFor, onReturn, type SessionStep, settle, useSessionStep } from './session.ts';
import { texts } from './texts.ts';
import { useViewer, type Viewer } from './viewer.ts';

/**
 * Milliseconds for which a confirmation of identity counts as valid: a minute less than in the service, for sending the request.
 */
const CONFIRMED_FOR_MS = 9 * 60_000;

/** User of this browser's session, who can differ from the page's user. Null without a session, undefined if unknown. */
async function fetchViewer(): Promise<Viewer | null | undefined> {
  try {
    const response = await fetch(GRAPHQL_PATH, {
      method: 'POST',
      headers: { ...OWN_HEADERS, 'content-type': 'application/json' },
      body: JSON.stringify({ query: CurrentViewerDocument.toString() }),
    });
    const { data } = (await response.json()) as { data?: CurrentViewerQuery };
    return data?.viewer;
  } catch {
    return undefined;
  }
}

/**
 * Dialog that asks the user to sign in or confirm their identity in a new window, or to reload if another person has signed in.
 * After a sign-in or confirmation, waiting requests are sent again.
 */
export function SessionDialog() {
  const step = useSessionStep();
  useCovering(step !== null);
  const { actor, name } = useViewer();
  const [other, setOther] = useState<string | null>(null);
  // True if this browser has no session, e.g. because another person who had signed in has signed out again.
  const [isEnded, setEnded] = useState(false);
  // Step whose texts stay displayed while the dialog fades out.
  const [shown, setShown] = useState<SessionStep>('SIGN_IN');
  if (step && step !== shown) setShown(step);

  const checkSession = useCallback(async () => {
    if (!step) return;
    const viewer = await fetchViewer();
    if (viewer === undefined) return;
    setOther(viewer && viewer.actor !== actor ? (viewer.name ?? viewer.actor) : null);
    setEnded(viewer === null);
    if (viewer?.actor !== actor) return;
    const age = Date.now() - Date.parse(viewer.credential.confirmedAt ?? '');
    if (step !== 'CONFIRM' || age < CONFIRMED_FOR_MS) settle(true);
  }, [step, actor]);

  useEffect(() => {
    if (!step) return;
    if (step === 'SAME_PERSON') void checkSession();
    const end = onReturn(checkSession);
    addEventListener('focus', checkSession);
    return () => {
      end();
      removeEventListener('focus', checkSession);
    };
  }, [step, checkSession]);

  const requested = shown === 'SAME_PERSON' ? 'SIGN_IN' : shown;
  const isOtherPerson = other !== null || (shown === 'SAME_PERSON' && !isEnded);
  return (
    <Modal
      opened={step !== null}
      onClose={() => settle(false)}
      title={isOtherPerson ? texts.session.otherTitle : texts.session[requested].title}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': texts.common.close }}
      zIndex={400}
    >
      {isOtherPerson ? (
        <AnotherPerson other={other ?? texts.session.otherPerson} own={name ?? actor} />
      ) : (
        <StepRequest step={requested} words={texts.session[requested]} />
      )}
    </Modal>
  );
}

function AnotherPerson({ other, own }: { other: string; own: string }) {
  return (
    <>
      <p>{texts.session.otherText(other, own)}</p>
      <p>{texts.session.otherReload(other)}</p>
      <div className="actions">
        <Button data-autofocus onClick={() => location.reload()}>
          {texts.common.reload}
        </Button>
        <Button variant="default" onClick={() => settle(false)}>
          {texts.session.notNow}
        </Button>
      </div>
    </>
  );
}

function StepRequest({
  step,
  words: { text, action },
}: {
  step: SessionStep;
  words: { text: string; action: string };
}) {
  const address = addressFor(step);
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
            // Opened by a script, because the sign-in page can then close its window by a script.
            if (open(address, '_blank', 'popup,width=560,height=720')) event.preventDefault();
          }}
        >
          {action}
        </Button>
        <Button variant="default" onClick={() => settle(false)}>
          {texts.session.notNow}
        </Button>
      </div>
    </>
  );
}
