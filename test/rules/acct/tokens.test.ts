import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, valueOf } from './world.ts';
import type { World } from './world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const hours = 3_600_000;
/** Renewals, told from mere leases by their pair. */
const pairs = (): number =>
  new Set(world.store.replaced.map(({ accessToken }) => accessToken).filter(Boolean)).size;

describe('Logging in', () => {
  it('happens once, is stored, and serves every later call', async () => {
    const acct = world.connect();
    await Promise.all([acct.findInbox('1'), acct.findInbox('2'), acct.findInbox('3')]);
    await world.connect().findInbox('4');
    expect(pairs()).toBe(1);
    expect(world.store.kept).toMatchObject({ renewingUntil: 0, expiresAt: world.clock.now() + 2 * hours });
  });

  it('uses the refresh token of the account where the tenant gave no password', async () => {
    await world.connect().findInbox('1');
    const refreshToken = world.store.kept!.refreshToken;
    world.store.kept = undefined;
    const consented = world.connect({ refreshToken, username: undefined, password: undefined });
    expect(await consented.findInbox('1')).toMatchObject({ ok: true });
    expect(world.store.kept).not.toMatchObject({ refreshToken });
  });

  it.each([
    ['password', { password: 'wrong' }],
    ['client secret', { clientSecret: 'wrong' }],
    ['nothing to log in with', { username: undefined }],
  ])('with a wrong %s is a credentials failure', async (_, changes) => {
    expect(await world.connect(changes).findInbox('1')).toMatchObject({ ok: false, is: 'credentials' });
    expect(world.store.kept?.renewingUntil).toBe(0);
  });

  it.each([
    ['429', { rateLimit: 0 }, { is: 'rateLimited', retryAfterMs: 10_000 }],
    ['a 500', { failNext: 1 }, { is: 'unreachable' }],
    ['a lost answer', { loseAnswerNext: 1 }, { is: 'unreachable' }],
  ])('that gets %s sends no part of the call, and is retried', async (_, rule, expected) => {
    await world.behave({ path: '/oauth/token', ...rule });
    const acct = world.connect();
    expect(await acct.makeContact({ name: 'A', email: 'a@example.com' })).toEqual({ ok: false, ...expected });
    await world.calm();
    expect(valueOf(await acct.findContact({ name: 'A', email: 'a@example.com' }))).toBeUndefined();
  });
});

describe('Renewing', () => {
  it('happens when the access token expires, with the newest refresh token', async () => {
    const acct = world.connect({ password: undefined, refreshToken: undefined });
    await world.connect().findInbox('1');
    for (let round = 1; round <= 3; round++) {
      await world.pass(2 * hours);
      expect(await acct.findInbox('1')).toMatchObject({ ok: true });
      expect(pairs()).toBe(1 + round);
    }
  });

  it.each(['jsonApi', 'oauth'])(
    'happens once when a token is refused before it expires, in the %s error format',
    async (unauthorisedAs) => {
      const acct = world.connect();
      await acct.findInbox('1');
      await world.behave({ unauthorisedAs });
      await world.behave({ expireTokens: true });
      expect(await acct.findInbox('1')).toMatchObject({ ok: true });
      expect(pairs()).toBe(2);
    },
  );

  it('happens once for two processes that share a store, and both continue', async () => {
    const processes = [world.connect(), world.connect()];
    for (const acct of processes) valueOf(await acct.findInbox('1'));
    for (let round = 2; round <= 6; round++) {
      if (round % 2) await world.pass(2 * hours);
      else await world.behave({ expireTokens: true });
      const answers = await Promise.all(
        processes.flatMap((acct) => [1, 2, 3].map(() => acct.findInbox('1'))),
      );
      expect(answers.map(({ ok }) => ok)).toEqual(Array(6).fill(true));
      expect(pairs()).toBe(round);
    }
  });

  it('falls back on the password when the refresh token is spent', async () => {
    const acct = world.connect();
    await acct.findInbox('1');
    await world.behave({ expireTokens: 'all', companyId: world.account.companyId });
    expect(await acct.findInbox('1')).toMatchObject({ ok: true });
  });

  it.each([400, 401])(
    'with a spent refresh token and no password is a credentials failure (%i)',
    async (status) => {
      await world.connect().findInbox('1');
      await world.behave({ grantErrorStatus: status });
      await world.behave({ expireTokens: 'all' });
      const acct = world.connect({ password: undefined });
      const answer = await acct.findInbox('1');
      expect(answer).toMatchObject({ ok: false, is: 'credentials' });
      expect(JSON.stringify(answer)).toContain('invalid_grant');
    },
  );

  it('is taken over once the lease of a process that died has expired', async () => {
    const lease = {
      accessToken: '',
      refreshToken: '',
      expiresAt: 0,
      renewingUntil: world.clock.now() + 30_000,
    };
    await world.store.replace(lease, undefined);
    expect(await world.connect().findInbox('1')).toEqual({
      ok: false,
      is: 'rateLimited',
      retryAfterMs: 1_000,
    });
    await world.pass(30_000);
    expect(await world.connect().findInbox('1')).toMatchObject({ ok: true });
  });

  it('that took longer than its lease keeps the tokens another process stored meanwhile', async () => {
    await world.connect().findInbox('1');
    const others = world.store.kept!;
    world.store.kept = undefined;
    const replace = world.store.replace.bind(world.store);
    world.store.replace = async (next, ifVersion) => {
      if (next.accessToken !== '') world.store.kept = { ...others, version: 7 };
      return replace(next, ifVersion);
    };
    expect(await world.connect().findInbox('1')).toMatchObject({ ok: true });
    expect(world.store.kept).toEqual({ ...others, version: 7 });
  });

  it('stores the new pair before it is used, and does not use one that could not be stored', async () => {
    const buyer = { name: 'A', email: 'a@example.com' };
    const replace = world.store.replace.bind(world.store);
    world.store.replace = (next, ifVersion) =>
      next.accessToken === '' ? replace(next, ifVersion) : Promise.reject(new Error('the table is away'));
    await expect(world.connect().makeContact(buyer)).rejects.toThrow('the table is away');
    world.store.replace = replace;
    await world.pass(30_000);
    expect(valueOf(await world.connect().findContact(buyer))).toBeUndefined();
  });
});
