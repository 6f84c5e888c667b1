import type { Earlier } from '../routing/index.ts';
import { refused } from '../routing/refusal.ts';
import type { Router } from '../routing/router.ts';
import type { Endings } from '../runs/ending.ts';
import { ImageRunner } from './image-runner.ts';
import type { ImageTasks } from './image-task.ts';

/** The room of the pictures: their course, and what of it differs from that of texts. */
export function composeImages({ models, customers, providers }: Earlier, router: Router, endings: Endings): ImageTasks {
  return new ImageRunner({ models, customers, providers, routes: router, refused, endings });
}
