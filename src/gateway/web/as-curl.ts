/** Text as one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command that asks for one run, as whoever has a token does it outside of the browser. Holds no secret. */
export function lookUpAsCurl(origin: string, query: string, runId: string): string {
  const body = JSON.stringify({ query: query.replaceAll(/\s+/g, ' ').trim(), variables: { id: runId } });
  return commandOf(origin, '/graphql', body);
}

/** A command that runs the same task. What was sent is not kept in the log, so the text is for whoever pastes it. */
export function runAgainAsCurl(origin: string, { task, kind }: { task: string; kind: 'TEXT' | 'IMAGE' }): string {
  return kind === 'IMAGE'
    ? commandOf(origin, '/v1/images/generations', JSON.stringify({ model: task, prompt: 'Your brief' }))
    : commandOf(
        origin,
        '/v1/chat/completions',
        JSON.stringify({ model: task, messages: [{ role: 'user', content: 'Your text' }] }),
      );
}

function commandOf(origin: string, path: string, body: string): string {
  return [
    `curl ${quoted(origin + path)}`,
    `-H "Authorization: Bearer $IMPRIMATUR_TOKEN"`,
    "-H 'Content-Type: application/json'",
    `--data ${quoted(body)}`,
  ].join(' \\\n  ');
}
