import { useParams } from '@tanstack/react-router';
import { FRAME } from './screens.ts';

/** Parameters of a path: `/admin/renders/$renderId` has `renderId`. */
type ParamsOf<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? ParamsOf<First> & ParamsOf<Rest>
  : Path extends `$${infer Name}`
    ? Record<Name, string>
    : unknown;

/**
 * Parameters of the screen with this path, as its route declares it. It throws where no such screen is open, so a path with a
 * mistake fails when the screen is first shown.
 */
export function useParamsOf<const Path extends string>(path: Path): ParamsOf<Path> {
  return useParams({ from: `/${FRAME}${path}` });
}

/** Parameters of a screen that may be closed, e.g. for the list below it; none while it is. */
export function useOpenParamsOf<const Path extends string>(path: Path): Partial<ParamsOf<Path>> {
  return useParams({ from: `/${FRAME}${path}`, shouldThrow: false }) ?? {};
}
