import { Section } from '../../web/kit/page.tsx';
import { type NamedPermission, usePermissions } from '../../web/kit/permission-choices.tsx';
import { QueryView } from '../../web/kit/states.tsx';
import { texts } from './texts.ts';

export const isForAgents = ({ roles }: NamedPermission) => roles.includes('AGENT');

/** List of the permissions that agents can have. A key can have fewer. */
export function AgentPermissions() {
  const query = usePermissions();
  return (
    <Section title={texts.permissions.title}>
      <p className="hint">{texts.permissions.lead}</p>
      <QueryView query={query} rows={8}>
        {({ permissions }) => (
          <ul className="plain agents-may">
            {permissions.filter(isForAgents).map(({ name, title }) => (
              <li key={name}>
                <code className="hint">{name}</code> <span>{title}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}
