import { useParams } from '@tanstack/react-router';
import { FRAME } from './screens.ts';

/** Parameters of a path: `/admin/renders/$renderId` has `renderId`. */
type ParamsOf<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? ParamsOf<First> & ParamsOf<Rest>
  : Path extends `$${infer Name}`
    ? Record<Name, string>
    : unknown;

/** Parameters of the open screen with this path. Throws if no such screen is open, so a wrong path fails at first use. */
export function useParamsOf<const Path extends string>(path: Path): ParamsOf<Path> {
  return useParams({ from: `/${FRAME}${path}` });
}

/** Parameters of a nested screen, e.g. for the list below it. Empty while the screen is closed. */
export function useOpenParamsOf<const Path extends string>(path: Path): Partial<ParamsOf<Path>> {
  return useParams({ from: `/${FRAME}${path}`, shouldThrow: false }) ?? {};
}
