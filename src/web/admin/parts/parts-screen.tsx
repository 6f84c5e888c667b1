import './parts.css';

import { SegmentedControl } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { Page } from '../../kit/page.tsx';
import { type Scheme, useScheme } from '../../kit/scheme.ts';
import { ButtonParts } from './button-parts.tsx';
import { DialogParts } from './dialog-parts.tsx';
import { FormParts } from './form-parts.tsx';
import { ListParts } from './list-parts.tsx';
import { StateParts } from './state-parts.tsx';
import { texts } from './texts.ts';
import { ValueParts } from './value-parts.tsx';

const SCHEMES: { value: Scheme; label: string }[] = [
  { value: 'light', label: texts.schemes.light },
  { value: 'dark', label: texts.schemes.dark },
  { value: 'auto', label: texts.schemes.auto },
];

/** Screen `/admin/parts`: gallery of components. Loads and sends nothing. */
export function Screen() {
  const { chosen, choose } = useScheme();
  return (
    <Page
      title={texts.screen.title}
      lead={texts.screen.lead}
      actions={
        <SegmentedControl
          aria-label={texts.screen.scheme}
          data={SCHEMES}
          value={chosen}
          onChange={(value) => choose(value as Scheme)}
        />
      }
    >
      <p className="parts-links">
        {texts.screen.links(
          <a href="/docs/look">{texts.screen.look}</a>,
          <a href="/docs/adding-a-feature#10-screens">{texts.screen.guide}</a>,
        )}
      </p>
      <ButtonParts />
      <ValueParts />
      <ListParts />
      <StateParts />
      <FormParts />
      <DialogParts />
      <Outlet />
    </Page>
  );
}
