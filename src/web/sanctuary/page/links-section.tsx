const LINKS = [
  ['/graphql', 'GraphiQL', 'the graph, by hand; the same address takes queries'],
  ['/schema.graphql', 'schema.graphql', 'the graph, for your generator'],
  ['/openapi.json', 'openapi.json', 'everything over HTTP'],
  ['/v1/models', '/v1/models', 'the tasks, as OpenAI’s clients list models'],
  ['/', 'Home', 'what else there is'],
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
