import { Drawer } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsCovered } from './overlays.ts';
import { useTitle } from './page.tsx';
import { useReturnFocus } from './return-focus.ts';

/**
 * One thing of a list, over it, with an address of its own. Escape and the cross lead back to the list as it was, and the
 * focus to the row.
 * @param props.back the list's address
 */
export function Detail({ title, back, children }: { title: string; back: string; children: ReactNode }) {
  const navigate = useNavigate();
  const isCovered = useIsCovered();
  useTitle(title);
  useReturnFocus();
  return (
    <Drawer
      opened
      onClose={() => void navigate({ to: back, search: true, resetScroll: false })}
      closeOnEscape={!isCovered}
      closeOnClickOutside={!isCovered}
      position="right"
      size="min(42rem, 100%)"
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: 'detail-title', content: 'detail', header: 'detail-head' }}
    >
      {children}
    </Drawer>
  );
}
