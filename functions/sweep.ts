import { live } from '../lib/live.ts';
import { sweep } from '../lib/background/sweep.ts';
import type { App } from '../lib/app.ts';

/** Every minute: whatever is due and has not happened is set going again. */
export const create = (app: App) => () => sweep(app);

export const handler = create(live);
