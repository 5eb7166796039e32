import { beforeEach, describe, expect, it } from 'vitest';
import { listKeys } from '../../../lib/account/keys.ts';
import { makeVisit } from '../../../lib/console/operator-visit.ts';
import { CONSOLE } from '../../../lib/limits.ts';
import { readEveryone, readPeople } from '../../../lib/table/people/people.ts';
import { key } from '../../../lib/table/schema.ts';
import { openShop } from '../../support/world/opened.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { deskOf, openDesk, type JoinedDesk } from './desk.ts';

const { world } = await openShop();
const ASKED = { by: 'Ayşe Kaya', because: 'Ticket 7: events are late' };

let shop: TestTenant;
let owner: JoinedDesk;

beforeEach(async () => {
  shop = await makeTenant(world);
  owner = await openDesk(world, shop, 'owner');
});

const door = deskOf(world, { personId: '', name: '', token: '' });

/** Comes in by a link; the desk of the session that it opens. */
async function comeIn(token: string) {
  const { status, cookies = [], headers } = await door.enter('visit', { token });
  expect([status, headers.location]).toEqual([303, '/console']);
  const [, session = ''] = /^__Host-console=([^;]+)/.exec(cookies[0] ?? '') ?? [];
  return deskOf(world, { personId: '', name: '', token: session });
}

async function operator() {
  const { token } = await makeVisit(shop.app, ASKED);
  return { token, desk: await comeIn(token) };
}

describe('our choice: an operator in a console', () => {
  it('comes in by a link that opens nothing until its button is pressed, and then once', async () => {
    const { token } = await makeVisit(shop.app, ASKED);
    for (let look = 0; look < 2; look++) {
      const { status, text, cookies } = await door.get('visit', { token });
      expect([status, cookies]).toEqual([200, []]);
      for (const said of [ASKED.by, ASKED.because]) expect(text).toContain(said);
    }
    await comeIn(token);
    expect((await door.get('visit', { token })).status).toBe(410);
    expect((await door.enter('visit', { token })).status).toBe(410);
  });

  it('does so within ten minutes, by a link of theirs alone', async () => {
    const { token } = await makeVisit(shop.app, ASKED);
    await world.advance(CONSOLE.visitLinkMs);
    expect((await door.enter('visit', { token })).status).toBe(410);
    for (const other of ['', `${token}x`, owner.cookies['__Host-console']!])
      expect((await door.enter('visit', { token: other })).status).toBe(410);
  });

  it('may do what an owner may for an hour, and is none of the people', async () => {
    const { desk } = await operator();
    expect((await desk.get('people')).text).toContain('Make an invitation');
    const { status } = await desk.act('set-recovery', { retryDays: '1, 2', then: 'keep' });
    expect(status).toBe(303);
    expect((await readPeople(shop.app)).map(({ id }) => id)).toEqual([owner.personId]);
    await world.advance(CONSOLE.visitMs);
    expect((await desk.get('people')).headers.location).toContain('/console/sign-in');
  });

  it('is in the list of sign-ins and acts as an operator, with name and reason', async () => {
    const { desk } = await operator();
    await desk.act('create-key', { label: 'theirs', 'right-read': 'on' });
    const { text } = await owner.get('people');
    expect(text).toMatch(/Ayşe Kaya, an operator[\s\S]*?Opened the console as an operator[\s\S]*?Ticket 7/);
    expect(text).toMatch(/Ayşe Kaya, an operator[\s\S]*?Did: /);
    const keys = await listKeys(shop.app);
    const made = keys.find(({ label }) => label === 'theirs');
    expect(made?.createdBy).toEqual({ by: 'operator', who: ASKED.by, personId: null });
  });

  it('is shown to owners among those signed in, who end the session', async () => {
    const { desk } = await operator();
    const { text } = await owner.get('people');
    const form = /<form[^>]*action="\/console\/end-session"[\s\S]*?<\/form>/g;
    const hidden = [...text.matchAll(form)].map(([whole]) => ({
      id: /name="id" value="([^"]+)"/.exec(whole)?.[1] ?? '',
      session: /name="session" value="([^"]+)"/.exec(whole)?.[1] ?? '',
    }));
    expect(hidden).toHaveLength(1);
    const ended = await owner.act('end-session', hidden[0]);
    expect(ended.headers.location).toContain('/console/people?done=session-ended.');
    expect((await desk.get('people')).headers.location).toContain('/console/sign-in');
    expect((await owner.get('people')).text).toMatch(/Ended a session[\s\S]*?Ayşe Kaya/);
  });

  it('leaves invitations that hold without them, and no passkey of their own', async () => {
    const { desk, token } = await operator();
    const { text } = await desk.act('invite', { name: 'Deniz', 'role-read': 'on' });
    const [, invited = ''] = /invitation\?token=([\w.-]+)/.exec(text) ?? [];
    await world.advance(CONSOLE.visitMs + 1);
    // As the table does some time after the visit.
    for (const { id, visit } of await readEveryone(shop.app))
      if (visit) await world.table.apply({ delete: key.person(shop.tenant.id, { id }) });
    expect((await door.get('invitation', { token: invited })).status).toBe(200);
    expect((await door.get('invitation', { token })).status).toBe(410);
    const fresh = await makeVisit(shop.app, ASKED);
    expect((await door.get('invitation', { token: fresh.token })).status).toBe(410);
  });

  it('is refused without a name and a reason', async () => {
    for (const asked of [
      { ...ASKED, by: '' },
      { ...ASKED, because: ' ' },
    ])
      await expect(makeVisit(shop.app, asked)).rejects.toThrow();
  });
});
