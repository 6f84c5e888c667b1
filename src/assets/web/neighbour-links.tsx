import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { PageLink } from '../../web/kit/link.tsx';
import { neighboursOf } from './neighbours.ts';
import { texts } from './texts.ts';

/** Links to the previous and next picture of the list that was displayed last. The keys j and k open them. */
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
          <ChevronLeft size={16} aria-hidden /> {texts.picture.previous}
        </PageLink>
      )}
      {after && (
        <PageLink to={`/admin/bank/${after}`} search="KEEP">
          {texts.picture.next} <ChevronRight size={16} aria-hidden />
        </PageLink>
      )}
    </span>
  );
}
