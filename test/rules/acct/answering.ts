import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Acct } from '../../../lib/acct/acct.ts';
import { parasut } from '../../../lib/acct/parasut/parasut.ts';
import { listen } from '../../support/world/loopback.ts';
import { SharedTokens, start, type World } from './world.ts';

/** An HTTP server of this test's own, which answers every request alike; its address. */
export async function serve(answer: RequestListener): Promise<string> {
  const { url, stop } = await listen(createServer(answer));
  onTestFinished(stop);
  return url;
}

/** A store whose tokens are good for as long as a test takes. */
export async function goodTokens(): Promise<SharedTokens> {
  const store = new SharedTokens();
  const tokens = { accessToken: 'a', refreshToken: '', expiresAt: start * 2, renewingUntil: 0 };
  await store.replace(tokens, undefined);
  return store;
}

/** A client with a good token, of a provider that answers every call alike; unless told, with the usual deadline. */
export async function against(
  { account }: Pick<World, 'account'>,
  answer: RequestListener,
  deadlineMs?: number,
): Promise<Acct> {
  const store = await goodTokens();
  return parasut({ ...account, baseUrl: await serve(answer) }, store, { now: () => start, deadlineMs });
}
