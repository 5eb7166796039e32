import { live } from '../lib/live.ts';
import { sweep } from '../lib/background/sweep.ts';
import type { AppOf } from '../lib/app.ts';
import type { BackgroundRow } from '../lib/routes.ts';

/** Every minute: whatever is due and has not happened is set going again. */
export const create = (app: AppOf<BackgroundRow<'sweep'>>) => () => sweep(app);

export const handler = create(live);
