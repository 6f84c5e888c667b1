import { Button } from '@mantine/core';
import { announce } from '../../kit/announce.tsx';
import { ButtonLink } from '../../kit/button-link.tsx';
import { PageLink } from '../../kit/link.tsx';
import { Section } from '../../kit/page.tsx';
import { Part } from './part.tsx';

export function ButtonParts() {
  return (
    <Section title="Buttons and links">
      <Part name="Button" when="One filled button on a screen: the main thing. It says what it does.">
        <div className="part-row">
          <Button onClick={() => announce('The picture is filed.')}>File the picture</Button>
          <Button variant="default" onClick={() => announce('Nothing was filed.', 'bad')}>
            Have it refused
          </Button>
          <Button variant="subtle">Go on editing</Button>
          <Button color="bad">Revoke the key</Button>
          <Button loading>Under way</Button>
          <Button disabled>Not now</Button>
        </div>
      </Part>
      <Part name="ButtonLink" when="What looks like a button and has an address.">
        <div className="part-row">
          <ButtonLink to="/admin/parts">New webhook</ButtonLink>
          <ButtonLink to="/admin/parts" variant="default">
            Change it
          </ButtonLink>
        </div>
      </Part>
      <Part name="PageLink" when="To another screen, in a sentence or a row.">
        <p>
          Drawn by <PageLink to="/admin/parts">a run of this morning</PageLink>, and{' '}
          <button type="button" className="link-button">
            taken back
          </button>{' '}
          by nobody.
        </p>
      </Part>
    </Section>
  );
}
