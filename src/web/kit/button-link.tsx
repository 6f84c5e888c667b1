import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Link to a screen that looks like a button. The link keeps the query string. */
export function ButtonLink({
  to,
  variant,
  size,
  children,
}: {
  /** Full path of the screen in the back office. */
  to: string;
  variant?: 'filled' | 'default';
  size?: 'xs';
  children: ReactNode;
}) {
  return (
    <Button
      variant={variant}
      size={size}
      renderRoot={(given) => <Link to={to} search={true} resetScroll={false} {...given} />}
    >
      {children}
    </Button>
  );
}
