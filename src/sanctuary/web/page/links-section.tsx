import { texts } from '../texts.ts';

const LINKS = [
  ['/graphql', texts.links.graphiql],
  ['/docs/rest', texts.links.rest],
  ['/docs', texts.links.documents],
  ['/schema.graphql', texts.links.schema],
  ['/openapi.json', texts.links.openapi],
  ['/v1/models', texts.links.models],
  ['/llms.txt', texts.links.overview],
  ['/admin', texts.links.backOffice],
  ['/', texts.links.home],
] as const;

export function LinksSection() {
  return (
    <ul className="links">
      {LINKS.map(([path, { title, about }]) => (
        <li key={path}>
          <a href={path}>{title}</a> <span className="quiet">{about}</span>
        </li>
      ))}
    </ul>
  );
}
