import { Button } from '@mantine/core';
import { announce } from '../../kit/announce.tsx';
import { ButtonLink } from '../../kit/button-link.tsx';
import { PageLink } from '../../kit/link.tsx';
import { Section } from '../../kit/page.tsx';
import { Part } from './part.tsx';
import { texts } from './texts.ts';

export function ButtonParts() {
  return (
    <Section title={texts.buttons.title}>
      <Part name="Button" when={texts.buttons.button}>
        <div className="part-row">
          <Button onClick={() => announce(texts.buttons.saved)}>{texts.buttons.save}</Button>
          <Button variant="default" onClick={() => announce(texts.buttons.notSaved, 'bad')}>
            {texts.buttons.reject}
          </Button>
          <Button variant="subtle">{texts.buttons.keepEditing}</Button>
          <Button color="bad">{texts.buttons.revoke}</Button>
          <Button loading>{texts.buttons.running}</Button>
          <Button disabled>{texts.buttons.notNow}</Button>
        </div>
      </Part>
      <Part name="ButtonLink" when={texts.buttons.link}>
        <div className="part-row">
          <ButtonLink to="/admin/parts">{texts.buttons.create}</ButtonLink>
          <ButtonLink to="/admin/parts" variant="default">
            {texts.buttons.edit}
          </ButtonLink>
        </div>
      </Part>
      <Part name="PageLink" when={texts.buttons.pageLink}>
        <p>
          {texts.buttons.sentence(
            <PageLink to="/admin/parts">{texts.buttons.run}</PageLink>,
            <button type="button" className="link-button">
              {texts.buttons.undo}
            </button>,
          )}
        </p>
      </Part>
    </Section>
  );
}
