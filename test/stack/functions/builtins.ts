import { request } from 'http';
import * as https from 'node:https';
import path, { join } from 'node:path';
import { readFile } from 'node:fs/promises';

/** Each way of importing a builtin, and whether undici came along with one of them. */
export const handler = async () => {
  const dynamic = await import('node:http');
  return {
    named: typeof request === 'function' && join('a', 'b') === path.join('a', 'b'),
    namespace: typeof https.request === 'function' && typeof readFile === 'function',
    dynamic: dynamic.request === request && dynamic.default.request === request,
    undici: (process as unknown as { moduleLoadList: string[] }).moduleLoadList.some((id) =>
      id.includes('undici'),
    ),
  };
};
