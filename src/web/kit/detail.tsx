import { Drawer } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsCovered } from './overlays.ts';
import { useReturnFocus } from './return-focus.ts';
import { texts } from './texts.ts';
import { useTitle } from './use-title.ts';

/**
 * Drawer over a list with the details of one item, at its own URL. Closing the drawer returns to the list, with the same
 * filters, and returns the focus to the element that opened the drawer.
 * @param props.back path of the list
 */
export function Detail({ title, back, children }: { title: string; back: string; children: ReactNode }) {
  const navigate = useNavigate();
  const isCovered = useIsCovered();
  useTitle(title, { isOnTop: true });
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
      closeButtonProps={{ 'aria-label': texts.common.close }}
      classNames={{ title: 'detail-title', content: 'detail', header: 'detail-head' }}
    >
      {children}
    </Drawer>
  );
}
