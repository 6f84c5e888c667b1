import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { PageLink } from '../../web/kit/link.tsx';
import { neighboursOf } from './neighbours.ts';

/** To the pictures beside this one in the list that was looked at last; j and k lead there, too. */
export function Neighbours({ id }: { id: string }) {
  const { before, after } = neighboursOf(id);
  const navigate = useNavigate();
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || (target instanceof HTMLElement && target.matches('input, textarea, select')))
        return;
      const to = key === 'j' ? after : key === 'k' ? before : null;
      if (to) void navigate({ to: `/admin/bank/${to}`, search: true });
    };
    addEventListener('keydown', go);
    return () => removeEventListener('keydown', go);
  }, [before, after, navigate]);
  return (
    <span className="bank-neighbours">
      {before && (
        <PageLink to={`/admin/bank/${before}`} search="KEEP">
          <ChevronLeft size={16} aria-hidden /> Previous
        </PageLink>
      )}
      {after && (
        <PageLink to={`/admin/bank/${after}`} search="KEEP">
          Next <ChevronRight size={16} aria-hidden />
        </PageLink>
      )}
    </span>
  );
}
