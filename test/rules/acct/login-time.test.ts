import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import type { AcctAccount, AcctRun } from '../../../lib/acct/acct.ts';
import { parasut } from '../../../lib/acct/parasut/parasut.ts';
import { listen, onceWhole } from '../../support/world/loopback.ts';
import { SharedTokens } from './world.ts';

const TAKES_MS = 600;

/** A run with so much time left, as each step of a provider or of another process takes its part of it. */
function runWith(leftMs: number) {
  let left = leftMs;
  const run: AcctRun = {
    timeLeftMs: () => left,
    admit: async () => 0,
    ended: async () => undefined,
    limited: async () => undefined,
  };
  return { run, pass: () => void (left -= TAKES_MS) };
}

const account = (baseUrl: string): AcctAccount => ({
  ...{ baseUrl, companyId: '1', clientId: 'client', clientSecret: 'secret', productId: '1' },
  ...{ username: 'user', password: 'wrong', refreshToken: 'first', siteUrl: 'https://shop.example' },
});

it('logging in goes on only while there is time, also where the provider refuses one way after the other', async () => {
  const { run, pass } = runWith(2_000);
  let logins = 0;
  const server = createServer(
    onceWhole((_request, _body, response) => {
      logins++;
      pass();
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
    }),
  );
  const { url, stop } = await listen(server);
  const store = new SharedTokens();
  store.kept = { accessToken: '', refreshToken: 'newest', expiresAt: 0, renewingUntil: 0, version: 1 };
  const answer = await parasut(account(url), store, { now: () => 1 }, run).findInbox('1');
  await stop();
  expect(answer).toEqual({ ok: false, is: 'outOfTime' });
  expect(logins).toBe(2);
  expect(store.kept.renewingUntil).toBe(0);
});

it('another process that logs in is waited for only while there is time', async () => {
  const { run, pass } = runWith(2_000);
  const store = new SharedTokens();
  store.kept = { accessToken: '', refreshToken: '', expiresAt: 0, renewingUntil: 9, version: 1 };
  let waits = 0;
  const wait = async () => (waits++, pass());
  const outside = { now: () => 1, wait };
  const answer = await parasut(account('http://127.0.0.1:1'), store, outside, run).findInbox('1');
  expect(answer).toEqual({ ok: false, is: 'outOfTime' });
  expect(waits).toBe(2);
});
