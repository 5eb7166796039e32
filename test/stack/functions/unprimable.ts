import type { App } from '../../../lib/runtime/app.ts';

/** A function that fails as it is primed, and only then; how, says its environment. */
export const create = (app: App) => async () => {
  if (process.env.FAILS === 'by throwing') throw new RangeError('never asked so');
  if (process.env.FAILS === 'outside')
    await app.secrets.decrypt('tenant', 'pay', 'text').catch(() => undefined);
  app.log.error('request failed', { errorName: 'SyntaxError' });
  return { statusCode: 500 };
};

/** What it is asked later. */
export const handler = async () => 'answered';
