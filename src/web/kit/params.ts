import { useParams } from '@tanstack/react-router';
import { FRAME } from './screens.ts';

/** Parameters of a URL path pattern: `/admin/renders/$renderId` has `renderId`. */
type ParamsOf<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? ParamsOf<First> & ParamsOf<Rest>
  : Path extends `$${infer Name}`
    ? Record<Name, string>
    : unknown;

/**
 * Values of the path parameters of the open screen with this path. Throws if no such screen is open, so that a wrong path fails
 * at first use.
 */
export function useParamsOf<const Path extends string>(path: Path): ParamsOf<Path> {
  return useParams({ from: `/${FRAME}${path}` });
}

/**
 * Values of the path parameters of a nested screen, for the screen around it, e.g. a list. Empty while the nested screen is
 * closed.
 */
export function useOpenParamsOf<const Path extends string>(path: Path): Partial<ParamsOf<Path>> {
  return useParams({ from: `/${FRAME}${path}`, shouldThrow: false }) ?? {};
}
