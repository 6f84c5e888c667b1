const LINKS = [
  ['/graphql', 'GraphiQL', 'run queries in the browser; programs use the same address'],
  ['/docs/rest', 'REST reference', 'every path outside /admin, with tested examples'],
  ['/docs', 'Documents', 'how each part works, how to run it, and why it was built that way'],
  ['/schema.graphql', 'schema.graphql', 'GraphQL schema, for code generators'],
  ['/openapi.json', 'openapi.json', 'OpenAPI document of every path outside /admin'],
  ['/v1/models', '/v1/models', 'tasks in OpenAI’s model list format'],
  ['/llms.txt', 'llms.txt', 'site overview for language models'],
  ['/admin', 'Back office', 'for operators; requires sign-in'],
  ['/', 'Home', 'start page'],
] as const;

export function LinksSection() {
  return (
    <ul className="links">
      {LINKS.map(([path, title, about]) => (
        <li key={path}>
          <a href={path}>{title}</a> <span className="quiet">{about}</span>
        </li>
      ))}
    </ul>
  );
}
