import { beforeEach, describe, expect, it } from 'vitest';
import { createKey, listKeys } from '../../../lib/account/keys.ts';
import { RIGHTS, type Right } from '../../../lib/billing/rights.ts';
import { DOWNLOADS } from '../../../lib/console/downloads.ts';
import { SCREENS } from '../../../lib/console/screens.ts';
import { duringInvocation } from '../../../lib/runtime/invocation.ts';
import type { Role } from '../../../lib/table/people/people.ts';
import type { Answer } from '../../support/world/ask.ts';
import { openShop } from '../../support/world/opened.ts';
import { subscribe } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { openDesk, type Desk } from './desk.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world } = await openShop();

/** What each role may give to a key, beside reading. */
const GIVES: Readonly<Record<Role, readonly Right[]>> = {
  owner: ['subscribers', 'money', 'connections', 'account'],
  support: [],
  finance: [],
  developer: ['connections'],
  read: [],
};
const MAY_MAKE: readonly Role[] = ['owner', 'developer'];

let shop: TestTenant;
const keys = () => listKeys(shop.app);
const labelled = async (label: string) => (await keys()).find((one) => one.label === label);
beforeEach(async () => {
  shop = await makeTenant(world);
});

async function ofKey({ apiKey }: { readonly apiKey: string }, label: string) {
  const app = duringInvocation(world.app, { callerKey: apiKey });
  return (await createKey(forTenant(app, shop.tenant.id), { label, rights: ['read'] }, RIGHTS)).key;
}

describe('a key that somebody makes in the console', () => {
  it.each(Object.keys(GIVES) as Role[])('may no more than %s', async (role) => {
    const desk = await openDesk(world, shop, role);
    const { text } = await desk.get('webhooks');
    for (const right of RIGHTS) {
      const offered = text.includes(`name="right-${right}"`);
      expect([right, offered]).toEqual([right, GIVES[role].includes(right)]);
      await desk.act('create-key', { label: right, [`right-${right}`]: 'on' });
      const made = await labelled(right);
      const may = MAY_MAKE.includes(role) && [...GIVES[role], 'read'].includes(right);
      expect(made?.rights).toEqual(may ? RIGHTS.filter((one) => [right, 'read'].includes(one)) : undefined);
      if (made) await desk.act('revoke-key', { key: made.apiKey });
    }
    const all = Object.fromEntries(RIGHTS.map((right) => [`right-${right}`, 'on']));
    await desk.act('create-key', { label: 'everything', ...all });
    expect((await labelled('everything'))?.rights).toEqual(role === 'owner' ? RIGHTS : undefined);
  });

  it('reads alone where nothing was ticked, and names its maker', async () => {
    const desk = await openDesk(world, shop, 'owner');
    await desk.act('create-key', { label: 'reports' });
    expect(await labelled('reports')).toMatchObject({
      rights: ['read'],
      createdBy: { by: 'person', who: desk.name, personId: desk.personId },
    });
    expect((await desk.get('webhooks')).text).toContain(`made by ${desk.name}`);
  });

  it('is shown with the passkey that they remove, as long as they may revoke it', async () => {
    const owner = await openDesk(world, shop, 'owner');
    const page = async (...roles: Role[]) => {
      const desk = await openDesk(world, shop, 'developer');
      await desk.act('create-key', { label: desk.name });
      const given = roles.map((role) => [`role-${role}`, 'on'] as const);
      await owner.act('set-roles', { id: desk.personId, ...Object.fromEntries(given) });
      const passkey = desk.authenticator.id;
      const { status, text } = await desk.act('remove-passkey', { id: desk.personId, passkey });
      return [status, text.includes((await labelled(desk.name))!.apiKey)];
    };
    expect([await page('developer', 'read'), await page('read')]).toEqual([
      [200, true],
      [303, false],
    ]);
  });

  it('is rotated by nobody who may less than it', async () => {
    const desk = await openDesk(world, shop, 'developer');
    const apiKey = shop.headers['x-api-key']!;
    expect((await desk.get('webhooks')).text).not.toContain('/console/rotate-key?');
    await desk.act('rotate-key', { key: apiKey, overlapHours: '24' });
    expect(await keys()).toHaveLength(1);
  });
});

describe('what lacks the right to connections', () => {
  const { hook, chat } = {
    hook: 'https://shop.example/hooks/s3cret-of-hook',
    chat: 'https://chat.example/services/s3cret-of-chat',
  };

  it.each<Role>(['support', 'finance', 'read'])(
    'sees no secret address on any screen or file: %s',
    async (role) => {
      const member = await subscribe(world, shop, {});
      await shop.call('account/set-webhook', { body: { url: hook } });
      await shop.call('account/set-chat', { body: { url: chat } });
      const [owner, desk] = [await openDesk(world, shop, 'owner'), await openDesk(world, shop, role)];
      await owner.act('set-webhook', { url: `${hook}-next` });
      const ids = { id: member.svcId };
      const screens = await Promise.all(Object.keys(SCREENS).map((screen) => desk.get(screen, ids)));
      const files: Answer[] = [];
      for (const list of Object.keys(DOWNLOADS)) files.push(await desk.get('export-file', { list, ...ids }));
      const shown = [...screens, ...files].map(({ text }) => text).join('');
      for (const secret of ['s3cret', shop.tenant.notificationToken!]) expect(shown).not.toContain(secret);
      expect((await owner.get('webhooks')).text).toContain('s3cret');
    },
  );
});

describe('removing somebody', () => {
  let owner: Desk;
  let leaver: Desk;
  beforeEach(async () => {
    owner = await openDesk(world, shop, 'owner');
    leaver = await openDesk(world, shop, 'owner');
    await leaver.act('create-key', { label: 'theirs', 'right-account': 'on' });
    const theirs = await labelled('theirs');
    const child = await ofKey(theirs!, 'of their key');
    await ofKey(child, 'of that key');
    await owner.act('create-key', { label: 'mine' });
  });
  const live = async () =>
    (await keys()).filter(({ status }) => status === 'ACTIVE').map(({ label }) => label);

  it('shows the keys that come from them, and those of nobody else', async () => {
    const { text } = await owner.get('person', { id: leaver.personId });
    const [, shown = ''] = text.split('Keys that come from this person');
    for (const one of ['theirs', 'of their key', 'of that key']) expect(shown).toContain(one);
    expect(shown).not.toContain('mine');
    expect(shown).toContain('name="revoke-keys" checked');
  });

  it('revokes them where that is asked for', async () => {
    const answer = await owner.act('remove-person', { id: leaver.personId, 'revoke-keys': 'on' });
    expect(answer.headers.location).toContain('/console/people');
    expect((await live()).toSorted()).toEqual(['', 'mine']);
  });

  it('leaves them where it is not, and shows them again with the link to their end', async () => {
    const answer = await owner.act('remove-person', { id: leaver.personId });
    expect(await live()).toHaveLength(5);
    expect(answer.text).toContain('these keys still work');
    expect(answer.text).toContain(`/console/revoke-key?key=${(await labelled('of that key'))!.apiKey}`);
  });

  it('keeps the last key with all rights, and says so', async () => {
    await owner.act('revoke-key', { key: (await labelled('mine'))!.apiKey });
    await leaver.act('create-key', {
      label: 'last',
      ...Object.fromEntries(RIGHTS.map((right) => [`right-${right}`, 'on'])),
    });
    await owner.act('revoke-key', { key: shop.headers['x-api-key']! });
    const answer = await owner.act('remove-person', { id: leaver.personId, 'revoke-keys': 'on' });
    expect(await live()).toEqual(['last']);
    expect(answer.text).toContain((await labelled('last'))!.apiKey);
  });
});

describe('the screen of an act', () => {
  const NOBODY = `sub_${'0'.repeat(32)}`;

  it.each([
    ...['cancel', 'cancel-here', 'undo', 'retry', 'portal-link', 'reconcile'].map(
      (screen) => [screen, { id: NOBODY }] as const,
    ),
    ['rotate-key', { key: 'svck_test_nobody_abcdefgh' }],
    ['revoke-key', { key: 'svck_test_nobody_abcdefgh' }],
    ['import', { id: '01900000-0000-7000-8000-000000000000' }],
    ['refund', { id: `inv_${'0'.repeat(32)}` }],
  ] as const)('%s offers nothing where what it is about is not there', async (screen, query) => {
    const owner = await openDesk(world, shop, 'owner', 'support', 'finance');
    for (const asked of [query, {}]) {
      const { status, text } = await owner.get(screen, asked);
      expect([400, 404, 409]).toContain(status);
      expect(text).not.toContain(`action="/console/${screen}"`);
    }
  });
});
