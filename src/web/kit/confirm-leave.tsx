import { useBlocker } from '@tanstack/react-router';
import { Confirm } from './confirm.tsx';
import { texts } from './texts.ts';

/** Asks for confirmation before the user leaves a screen with unsaved changes. Render it in that screen. */
export function ConfirmLeave({ when }: { when: boolean }) {
  const blocker = useBlocker({
    // Blocks only a change of the path. A change of the query string alone, such as a filter, doesn't leave the screen.
    async shouldBlockFn({ current, next }) {
      if (!when || current.pathname === next.pathname) return false;
      // Waits for the key event to end: the same press of Escape would close this dialog, too.
      await new Promise((resolve) => setTimeout(resolve));
      return true;
    },
    enableBeforeUnload: when,
    withResolver: true,
  });
  return (
    <Confirm
      isOpen={blocker.status === 'blocked'}
      title={texts.unsaved.title}
      action={texts.unsaved.discard}
      cancel={texts.unsaved.keep}
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{texts.unsaved.text}</p>
    </Confirm>
  );
}
