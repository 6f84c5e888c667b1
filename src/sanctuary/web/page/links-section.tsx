const LINKS = [
  ['/graphql', 'GraphiQL', 'the graph, by hand; the same address takes queries'],
  ['/docs/rest', 'REST reference', 'every path outside /admin, with requests that the tests have run'],
  ['/docs', 'Documents', 'how each part works, how to run it, and why it is built so'],
  ['/schema.graphql', 'schema.graphql', 'the graph, for your generator'],
  ['/openapi.json', 'openapi.json', 'every path outside /admin'],
  ['/v1/models', '/v1/models', 'the tasks, as OpenAI’s clients list models'],
  ['/llms.txt', 'llms.txt', 'what is where, for a language model'],
  ['/admin', 'Back office', 'for the people who run this; it asks you to sign in'],
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
