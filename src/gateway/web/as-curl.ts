import { texts } from './texts.ts';

/** Text quoted as one shell word. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** curl command that reads one run, for use with a token. Contains no secret. */
export function lookUpAsCurl(origin: string, query: string, runId: string): string {
  const body = JSON.stringify({ query: query.replaceAll(/\s+/g, ' ').trim(), variables: { id: runId } });
  return commandOf(origin, '/graphql', body);
}

/** curl command that runs the same task. The original input isn't stored, so the user fills it in. */
export function runAgainAsCurl(origin: string, { task, kind }: { task: string; kind: 'TEXT' | 'IMAGE' }): string {
  return kind === 'IMAGE'
    ? commandOf(origin, '/v1/images/generations', JSON.stringify({ model: task, prompt: texts.curl.brief }))
    : commandOf(
        origin,
        '/v1/chat/completions',
        JSON.stringify({ model: task, messages: [{ role: 'user', content: texts.curl.text }] }),
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
