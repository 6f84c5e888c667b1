import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A button that leads to a screen, and so has an address. What follows the question mark stays. */
export function ButtonLink({
  to,
  variant,
  children,
}: {
  /** A whole address of the back office. */
  to: string;
  variant?: 'filled' | 'default';
  children: ReactNode;
}) {
  return (
    <Button variant={variant} renderRoot={(given) => <Link to={to} search={true} resetScroll={false} {...given} />}>
      {children}
    </Button>
  );
}
