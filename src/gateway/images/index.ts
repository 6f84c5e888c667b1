import type { Earlier } from '../routing/index.ts';
import type { Router } from '../routing/router.ts';
import type { Endings } from '../runs/ending.ts';
import type { Unserved } from '../runs/unserved.ts';
import { ImageRunner } from './image-runner.ts';
import type { ImageTasks } from './image-task.ts';

/** The room of the pictures: their course, and what of it differs from that of texts. */
export function composeImages(
  { models, customers, providers }: Earlier,
  router: Router,
  { endings, unserved }: { endings: Endings; unserved: Unserved },
): ImageTasks {
  return new ImageRunner({ models, customers, providers, routes: router, unserved, endings });
}
