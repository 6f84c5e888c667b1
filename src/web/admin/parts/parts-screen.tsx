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
import { ValueParts } from './value-parts.tsx';

const SCHEMES: { value: Scheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the system has it' },
];

/** `/admin/parts`: what screens are made of. Nothing on it is asked of the service, and nothing is sent. */
export function Screen() {
  const { chosen, choose } = useScheme();
  return (
    <Page
      title="The parts"
      lead="What the screens of the back office are made of. All of it is an example: nothing here is sent or kept, but the scheme that you choose."
      actions={
        <SegmentedControl
          aria-label="Scheme"
          data={SCHEMES}
          value={chosen}
          onChange={(value) => choose(value as Scheme)}
        />
      }
    >
      <p className="parts-links">
        Colours, type and space: <a href="/docs/look">The look</a>. How a screen is written:{' '}
        <a href="/docs/adding-a-feature#10-screens">Adding a feature</a>.
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
