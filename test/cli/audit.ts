import { type Api, type Json } from '../support/api.ts';
import { Folder, imprimaturInTurn } from '../support/command.ts';
import { download } from '../support/seals.ts';

/** Runs an audit whose memory is the folder. */
export async function audit(
  url: string,
  state: Folder,
  ...more: string[]
): Promise<{ code: number | null; report: Json }> {
  const { code, stdout, stderr } = await imprimaturInTurn(['audit', url, '--state', state.path, '--json', ...more]);
  if (stdout === '') throw new Error(stderr);
  return { code, report: JSON.parse(stdout) };
}

/** The verifier key that a log shows. */
export const vkeyOf = async (api: Api) => (await download(api, '/.well-known/imprimatur/log.vkey')).toString().trim();
