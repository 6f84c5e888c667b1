import { Button } from '@mantine/core';
import { announce } from '../../kit/announce.tsx';
import { Section } from '../../kit/page.tsx';
import { Progress } from '../../kit/progress.tsx';
import { Empty, FailureNotice, LiveNotice, Loading, OutcomeNotice, ProblemNotice } from '../../kit/states.tsx';
import { Part } from './part.tsx';
import { texts } from './texts.ts';

const again = () => announce(texts.states.retried);

export function StateParts() {
  return (
    <Section title={texts.states.title}>
      <Part name="Empty" when={texts.states.empty}>
        <Empty action={<Button onClick={again}>{texts.states.create}</Button>}>{texts.states.emptyText}</Empty>
      </Part>
      <Part name="Loading" when={texts.states.loading}>
        <Loading rows={3} what="Loading, as an example" />
      </Part>
      <Part name="Progress" when={texts.states.progress}>
        <Progress label={texts.states.sending} share={0.375} />
        <Progress label={texts.states.replaying} share={null} />
      </Part>
      <Part name="FailureNotice" when={texts.states.failure}>
        <FailureNotice failure={{ kind: 'AWAY' }} onRetry={again} />
        <FailureNotice
          failure={{ kind: 'BROKEN', requestId: 'b7f0c1d2-4e5f-4a6b-8c9d-0e1f2a3b4c5d' }}
          onRetry={again}
        />
        <FailureNotice
          failure={{
            kind: 'REFUSED',
            code: 'BAD_USER_INPUT',
            message: texts.states.refused,
            issues: [{ pointer: '/title', message: texts.states.issue }],
          }}
        />
      </Part>
      <Part name="ProblemNotice" when={texts.states.problem}>
        <ProblemNotice
          problem={
            {
              code: 'RATE_LIMITED',
              message: texts.states.rateLimited,
              retryAfterSeconds: 40,
            } as { code: string; message: string }
          }
        />
      </Part>
      <Part name="OutcomeNotice" when={texts.states.outcome}>
        <OutcomeNotice outcome={{ kind: 'LEFT', step: 'CONFIRM' }} />
      </Part>
      <Part name="LiveNotice" when={texts.states.live}>
        <LiveNotice state="AWAY" />
      </Part>
    </Section>
  );
}
