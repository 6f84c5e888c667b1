import { Button } from '@mantine/core';
import { announce } from '../../kit/announce.tsx';
import { Section } from '../../kit/page.tsx';
import { Progress } from '../../kit/progress.tsx';
import { Empty, FailureNotice, LiveNotice, Loading, OutcomeNotice, ProblemNotice } from '../../kit/states.tsx';
import { Part } from './part.tsx';

const again = () => announce('Asked again.');

export function StateParts() {
  return (
    <Section title="How things stand">
      <Part name="Empty" when="One sentence, and the one button that changes it.">
        <Empty action={<Button onClick={again}>Make the first webhook</Button>}>Nobody is told of anything yet.</Empty>
      </Part>
      <Part name="Loading" when="In the place of rows that are on their way, as high as they will be.">
        <Loading rows={3} what="Loading, as an example" />
      </Part>
      <Part name="Progress" when="Long work. Without a number nobody knows how long.">
        <Progress label="Sending 3 of 8 files" share={0.375} />
        <Progress label="Going through the past" share={null} />
      </Part>
      <Part name="FailureNotice" when="Nothing was heard; it has failed; it was refused. Each says what to do.">
        <FailureNotice failure={{ kind: 'AWAY' }} onRetry={again} />
        <FailureNotice
          failure={{ kind: 'BROKEN', requestId: 'b7f0c1d2-4e5f-4a6b-8c9d-0e1f2a3b4c5d' }}
          onRetry={again}
        />
        <FailureNotice
          failure={{
            kind: 'REFUSED',
            code: 'BAD_USER_INPUT',
            message: 'Two values do not fit.',
            issues: [{ pointer: '/title', message: 'Has at most 200 characters.' }],
          }}
        />
      </Part>
      <Part name="ProblemNotice" when="A problem of a mutation, in the service's words.">
        <ProblemNotice
          problem={
            {
              code: 'RATE_LIMITED',
              message: 'Too many links were made in this hour.',
              retryAfterSeconds: 40,
            } as { code: string; message: string }
          }
        />
      </Part>
      <Part name="OutcomeNotice" when="Where whoever was asked who they are has turned away.">
        <OutcomeNotice outcome={{ kind: 'LEFT', step: 'CONFIRM' }} />
      </Part>
      <Part name="LiveNotice" when="What is shown is not heard of at the moment.">
        <LiveNotice state="AWAY" />
      </Part>
    </Section>
  );
}
