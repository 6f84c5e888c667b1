import { Link, useRouter } from '@tanstack/react-router';
import { stepsToList } from './neighbours.ts';

/** To the list, at the place where it was left, if that is where somebody comes from. */
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
      Image bank
    </Link>
  );
}
