import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { PageLink } from '../kit/link.tsx';
import { Page } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';

/** An address that leads to no screen. */
export function NotFoundScreen() {
  return (
    <Page title="No such screen">
      <Empty action={<PageLink to="/admin">To the first screen</PageLink>}>This address leads nowhere.</Empty>
    </Page>
  );
}

/** A screen that is not for whoever was sent its address. */
export function ForbiddenScreen({ permission }: { permission: string | readonly string[] }) {
  return (
    <Page title="Not open to you">
      <Empty action={<PageLink to="/admin">To the first screen</PageLink>}>
        This screen takes the permission <code>{[permission].flat().join(' or ')}</code>. Whoever manages people can
        give you a role that has it.
      </Empty>
    </Page>
  );
}

/** A screen that could not be loaded, as after a new version was started, or that has a fault. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const isGone = /import|fetch|load/i.test(String(error));
  return (
    <Page title="This screen could not be shown">
      <Empty
        action={
          <Button variant="default" onClick={() => (isGone ? location.reload() : reset())}>
            {isGone ? 'Load the page again' : 'Try again'}
          </Button>
        }
      >
        {isGone ? 'A part of it could not be loaded. There may be a new version of the service.' : 'It has a fault.'}
      </Empty>
    </Page>
  );
}
