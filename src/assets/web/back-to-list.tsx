import { Link, useRouter } from '@tanstack/react-router';
import { stepsToList } from './neighbours.ts';
import { texts } from './texts.ts';

/** Link to the list of pictures. Returns to the previous scroll position if the user came from the list. */
export function BackToList() {
  const router = useRouter();
  return (
    <Link
      to="/admin/bank"
      search={true}
      onClick={(event) => {
        const steps = stepsToList();
        if (steps === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        router.history.go(steps);
      }}
    >
      {texts.bank.title}
    </Link>
  );
}
