import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { PageLink } from '../kit/link.tsx';
import { Page } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';
import { texts } from './texts.ts';

/** Screen for unknown URLs. */
export function NotFoundScreen() {
  return (
    <Page title={texts.errors.notFound}>
      <Empty action={<PageLink to="/admin">{texts.errors.home}</PageLink>}>{texts.errors.notFoundText}</Empty>
    </Page>
  );
}

/** Screen for users who lack the permission for the requested screen. */
export function ForbiddenScreen({ permission }: { permission: string | readonly string[] }) {
  return (
    <Page title={texts.errors.forbidden}>
      <Empty action={<PageLink to="/admin">{texts.errors.home}</PageLink>}>
        {texts.errors.forbiddenText(<code>{[permission].flat().join(texts.errors.or)}</code>)}
      </Empty>
    </Page>
  );
}

/** Screen that is displayed if another screen throws or fails to load, e.g. after an update of the service. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const isGone = /import|fetch|load/i.test(String(error));
  return (
    <Page title={texts.errors.broken}>
      <Empty
        action={
          <Button variant="default" onClick={() => (isGone ? location.reload() : reset())}>
            {isGone ? texts.errors.reload : texts.errors.retry}
          </Button>
        }
      >
        {isGone ? texts.errors.chunkMissing : texts.errors.bug}
      </Empty>
    </Page>
  );
}
