import { useBlocker } from '@tanstack/react-router';
import { Confirm } from './confirm.tsx';

/** Asks before a screen is left whose form has something in it that was not saved. Put what it returns into the screen. */
export function Unsaved({ when }: { when: boolean }) {
  const blocker = useBlocker({
    // What the address says beside the path, such as what is open, is not leaving.
    async shouldBlockFn({ current, next }) {
      if (!when || current.pathname === next.pathname) return false;
      // Not while the key that leads away is heard: Escape would close the question as well.
      await new Promise((resolve) => setTimeout(resolve));
      return true;
    },
    enableBeforeUnload: when,
    withResolver: true,
  });
  return (
    <Confirm
      isOpen={blocker.status === 'blocked'}
      title="Leave without saving?"
      action="Throw away what was typed"
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>What you have typed here is not saved.</p>
    </Confirm>
  );
}
