import { Section } from '../../web/kit/page.tsx';
import { type NamedPermission, usePermissions } from '../../web/kit/permission-choices.tsx';
import { Shown } from '../../web/kit/states.tsx';

export const isForAgents = ({ roles }: NamedPermission) => roles.includes('AGENT');

/** What any agent may, unless its key is narrower. */
export function MayAsk() {
  const asked = usePermissions();
  return (
    <Section title="What it may ask">
      <p className="hint">
        What a key of it may at the most; each can be narrower. To decide anything is not among it.
      </p>
      <Shown asked={asked} rows={8}>
        {({ permissions }) => (
          <ul className="plain agents-may">
            {permissions.filter(isForAgents).map(({ name, title }) => (
              <li key={name}>
                <code className="hint">{name}</code> <span>{title}</span>
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </Section>
  );
}
