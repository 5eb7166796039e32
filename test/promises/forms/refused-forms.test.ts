import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { setRoles } from '../../../lib/console/people.ts';
import { ACTS } from '../../../lib/console/acts.ts';
import { DOOR_ACTS } from '../../../lib/console/door-acts.ts';
import { SAVED } from '../../../lib/console/saved.ts';
import {
  differencesOf,
  listedTenant,
  night,
  soldAtProvider,
} from '../../behaviour/reconciliation/comparison.ts';
import { openWorld } from '../../support/world/opened.ts';
import { DAY, MINUTE, subscribe } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import { openDesk, type Desk } from '../../behaviour/console/desk.ts';
import { formsIn, unescaped, type ShownField, type ShownForm } from '../../support/world/forms-in.ts';

const world = await openWorld();
const LANGUAGES = ['en', 'tr'] as const;

let shop: TestTenant;
let desk: Desk;
/** The address of every screen with a form, by its act. */
let places: Record<string, readonly [screen: string, query: Record<string, string>]>;

beforeAll(async () => {
  shop = await listedTenant(world, {
    invoicing: true,
    plans: [{ name: 'basic' }, { name: 'plus', price: '200.00' }],
  });
  await shop.call('account/set-webhook', { body: { url: 'https://shop.example/hook' } });
  const { svcId: id } = await subscribe(world, shop);
  const other = await subscribe(world, shop);
  await world.advance(5 * MINUTE);
  const invoiceOf = async (svcId: string) => {
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
    return (body.data as [{ svcId: string }])[0].svcId;
  };
  await shop.call('invoices/refund', { body: { 'invoice-id': await invoiceOf(other.svcId) } });
  await soldAtProvider(world, shop);
  await world.advance(DAY);
  await night(world);
  const [difference] = await differencesOf(shop);
  const [task] = (await shop.call('reports/tasks')).body.data as [{ id: string }];
  desk = await ownersDesk();
  const person = await openDesk(world, shop, 'read');
  const key = { key: shop.headers['x-api-key']! };
  places = {
    refund: ['invoice', { id: await invoiceOf(id) }],
    cancel: ['cancel', { id }],
    'cancel-here': ['cancel-here', { id }],
    'portal-link': ['portal-link', { id }],
    'preview-change': ['change-plan', { id }],
    'finish-task': ['task', { id: task.id }],
    'close-difference': ['difference', { id: difference!.id }],
    'replay-range': ['events', {}],
    events: ['events', {}],
    'set-webhook': ['webhooks', {}],
    'test-webhook': ['webhooks', {}],
    'create-key': ['webhooks', {}],
    'rotate-key': ['rotate-key', key],
    'rotate-secret': ['rotate-secret', {}],
    'connect-pay': ['pay-account', {}],
    'connect-acct': ['acct-account', {}],
    'set-recovery': ['recovery', {}],
    'set-portal': ['portal', {}],
    'set-brand': ['brand', {}],
    'set-messages': ['messages', {}],
    'test-message': ['messages', {}],
    'set-grace': ['plan', { id: shop.plans.basic!.reference }],
    'set-features': ['plan', { id: shop.plans.basic!.reference }],
    invite: ['people', {}],
    'set-roles': ['person', { id: person.personId }],
    'invite-again': ['person', { id: person.personId }],
  };
});

/** Those whose fields cannot be wrong by themselves: a box alone, a file, or nothing but a button. */
const WITHOUT_FIELDS = ['import', 'set-logo', 'remove-logo', 'add-passkey'].concat(
  ['undo', 'reconcile', 'retry', 'change-plan', 'replay-event', 'clear-webhook'],
  [
    'finish-rotation',
    'revoke-key',
    'sync-plans',
    'remove-person',
    'remove-passkey',
    'end-session',
    'end-sessions',
  ],
);

const WITH_FIELDS = [...Object.keys({ ...ACTS, ...DOOR_ACTS }), 'events'].filter(
  (act) => !WITHOUT_FIELDS.includes(act),
);

const headers = (language: string) => ({ 'accept-language': language });

const show = (language: string, screen: string, query: Record<string, string>) =>
  world.call('console/show', {
    path: { screen },
    address: `/console/${screen}`,
    headers: headers(language),
    query,
    cookies: desk.cookies,
  });

/** The page that a browser is at after it has sent a form. */
async function sent(language: string, { act, method }: ShownForm, values: Record<string, string>) {
  if (method === 'get') return show(language, act, values);
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const raw = new URLSearchParams(values).toString();
  const ask = { headers: { ...headers(language), ...type }, raw, cookies: desk.cookies };
  const isDoor = Object.hasOwn(DOOR_ACTS, act);
  const answer = isDoor
    ? await world.call('console/enter', { path: { step: act }, ...ask })
    : await world.call('console/act', { path: { screen: act }, ...ask });
  const to = new URL(answer.headers.location ?? '/console/none', 'https://x');
  return show(language, to.pathname.split('/').at(-1)!, Object.fromEntries(to.searchParams));
}

/** The desk of an owner who has an address that messages go to. */
async function ownersDesk(): Promise<Desk> {
  const owner = await openDesk(world, shop, 'owner');
  const addressed = { personId: owner.personId, roles: ['owner'], email: 'ada@shop.example' } as const;
  await setRoles(shop.app, addressed, { by: 'operator' });
  return owner;
}

async function formFor(language: string, act: string): Promise<ShownForm> {
  const [screen, query] = places[act]!;
  return formsIn((await show(language, screen, query)).text).find((one) => one.act === act)!;
}

/** What is right in a field, where not every text is. */
const RIGHT: Readonly<Record<string, string>> = {
  ...{ amount: '10,50', from: '2026-01-02', to: '2026-01-03', retryDays: '2, 5', graceDays: '4' },
  features: 'seats = 3\nsupport = <b> & "by phone"',
  ...{ returnUrl: 'https://shop.example/a?b=1&c="2"', url: 'https://shop.example/hook?a=1&b=2' },
  ...{
    supportUrl: 'https://shop.example/h',
    termsUrl: 'https://shop.example/t',
    privacyUrl: 'https://shop.example/p',
  },
  ...{
    siteUrl: 'https://shop.example',
    accentColor: '#123456',
    supportEmail: 'help@shop.example',
    timeZone: 'Europe/Berlin',
    baseUrl: '',
  },
};
const WRONG: Readonly<Record<string, string>> = {
  amount: '1.250',
  from: 'dün',
  to: 'dün',
  retryDays: 'yarın',
  graceDays: '1,5',
};
const CHOSEN = ['select', 'radio'];

function rightOf({ name, type, value, options }: ShownField): string | undefined {
  if (type === 'hidden') return value;
  if (type === 'checkbox') return value === 'on' ? undefined : 'on';
  if (CHOSEN.includes(type)) return options.at(-1);
  return RIGHT[name] ?? (type === 'password' ? `gizli-${name}` : `Ayşe <b> & "${name}"`);
}

const wrongOf = ({ name, type }: ShownField): string =>
  CHOSEN.includes(type) ? 'yok-böyle' : (WRONG[name] ?? 'kötü\u0001metin');

const valuesOf = (form: ShownForm) =>
  Object.fromEntries(
    form.fields
      .map((one) => [one.name, rightOf(one)] as const)
      .filter((one): one is [string, string] => one[1] !== undefined),
  );

const cases = (form: ShownForm) =>
  form.fields.filter(
    ({ type, name }) => !['hidden', 'checkbox', 'file'].includes(type) && name !== 'baseUrl',
  );

describe('a form that is refused', () => {
  it('is there for every act with fields', () => {
    expect(WITH_FIELDS.toSorted()).toEqual(Object.keys(places).toSorted());
  });

  it.each(WITH_FIELDS.filter((act) => act !== 'set-roles' && act !== 'invite-again'))(
    'of %s comes back as it was filled in, with the reason at its field, in its language',
    async (act) => {
      const said: Record<string, string[]> = { en: [], tr: [] };
      for (const language of LANGUAGES)
        for (const wrong of cases(await formFor(language, act))) {
          const form = await formFor(language, act);
          const values = { ...valuesOf(form), [wrong.name]: wrongOf(wrong) };
          const { text } = await sent(language, form, values);
          const again = formsIn(text).find((one) => one.act === act)!;
          for (const { name, type } of form.fields.filter(({ type }) => type !== 'hidden')) {
            const shown = again.fields.find((one) => one.name === name)!;
            if (type === 'password') expect(text).not.toContain(values[name]);
            else if (name !== wrong.name || !CHOSEN.includes(type))
              expect([name, shown.value]).toEqual([name, values[name]]);
          }
          const { error } = again.fields.find(({ name }) => name === wrong.name)!;
          expect([language, wrong.name, error]).toEqual([
            language,
            wrong.name,
            expect.stringMatching(/\w.*\.$/),
          ]);
          said[language]!.push(error!);
          expect(text).toMatch(/<title>(Error|Hata): /);
          expect(unescaped(text)).toContain(`<a href="#${act}-${wrong.name}">${error!}</a>`);
        }
      expect(said.tr).toHaveLength(said.en!.length);
      for (const one of said.tr!) expect(one).not.toMatch(/\b(must|is|the|of|be|not|and)\b/);
    },
  );

  it.each(LANGUAGES)(
    'for having no role at all says so at the roles, in %s, with what was ticked',
    async (language) => {
      for (const act of ['invite', 'set-roles']) {
        const form = await formFor(language, act);
        const values = valuesOf({ ...form, fields: form.fields.filter(({ type }) => type !== 'checkbox') });
        const { text } = await sent(language, form, values);
        const again = formsIn(text).find((one) => one.act === act)!;
        const boxes = again.fields.filter(({ type }) => type === 'checkbox');
        expect(boxes.map(({ value }) => value)).toEqual(boxes.map(() => undefined));
        expect(boxes[0]!.error).toMatch(language === 'en' ? /at least one role/ : /en az bir rol/);
      }
    },
  );

  it.each(LANGUAGES)(
    'about something that is gone keeps what was typed, and leads on, in %s',
    async (language) => {
      const form = await formFor(language, 'close-difference');
      const values = { ...valuesOf(form), id: 'gone', because: 'Bankayla <konuştuk>' };
      const { text } = await sent(language, form, values);
      expect(unescaped(text)).toContain('Bankayla <konuştuk>');
      expect(text).toContain('href="/console/differences"');
    },
  );

  it('loses nothing of a form with hundreds of boxes, nor of a text that is far too long', async () => {
    const form = await formFor('en', 'set-brand');
    const displayName = 'Kumru '.repeat(900);
    const { text } = await sent('en', form, { ...valuesOf(form), displayName });
    const again = formsIn(text).find(({ act }) => act === 'set-brand')!;
    expect(again.fields.find(({ name }) => name === 'displayName')).toMatchObject({ value: displayName });
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`plan-${at}`, 'on']));
    const portal = await formFor('en', 'set-portal');
    const ticked = { ...many, ...valuesOf(portal), offer: 'nonsense' };
    const { text: shown } = await sent('en', portal, ticked);
    const boxes = formsIn(shown).find(({ act }) => act === 'set-portal')!.fields;
    for (const { name } of boxes.filter(({ type }) => type === 'checkbox'))
      expect([name, boxes.find((one) => one.name === name)!.value]).toEqual([
        name,
        ticked[name as keyof typeof ticked],
      ]);
  });

  it('is one of the forms that are made in one place', () => {
    const at = new URL('../../../lib/console/screens/', import.meta.url);
    const makers = ['forms.ts', 'parts.ts', 'passkey-form.ts', 'visit.ts'];
    const own = readdirSync(at).filter((name) => {
      const text = readFileSync(new URL(name, at), 'utf8');
      const sends = /<form[^>]*method="post"/.test(text);
      return !makers.includes(name) && sends && /<(?:input|select|textarea)\b/.test(text);
    });
    expect(own).toEqual([]);
  });
});

describe('two people with one setting', () => {
  beforeAll(() => world.advance(MINUTE)); // a session's allowance begins anew
  const SETTINGS: Record<
    string,
    [mine: Record<string, string>, theirs: Record<string, string>, field: string]
  > = {
    'set-recovery': [{ retryDays: '2' }, { retryDays: '7, 9' }, 'retryDays'],
    'set-portal': [{ enabled: '' }, { 'action-card': '' }, 'action-card'],
    'set-messages': [{ 'on-undone': 'on' }, { 'on-refunded': 'on' }, 'on-refunded'],
    'set-brand': [{ displayName: 'Mine' }, { displayName: 'Theirs' }, 'displayName'],
    'set-webhook': [{ url: 'https://mine.example/' }, { url: 'https://theirs.example/' }, 'url'],
    'set-grace': [{ graceDays: '3' }, { graceDays: '9' }, 'graceDays'],
    'set-features': [{ features: 'seats = 3' }, { features: 'export' }, 'features'],
    'set-roles': [{ 'role-support': 'on' }, { 'role-finance': 'on' }, 'role-finance'],
  };
  /** What a browser would send of a form as it is, with other values for some of its fields; empty for no tick. */
  const asShown = (form: ShownForm, more: Record<string, string>) => {
    const shown = Object.fromEntries(form.fields.map(({ name, value }) => [name, value] as const));
    const all = Object.entries({ ...shown, ...more });
    const boxes = form.fields.filter(({ type }) => type === 'checkbox').map(({ name }) => name);
    return Object.fromEntries(
      all.filter(
        (one): one is [string, string] => one[1] !== undefined && !(one[1] === '' && boxes.includes(one[0])),
      ),
    );
  };

  it.each(Object.keys(SETTINGS))(
    'by %s: the later one is shown both values, saves nothing, and then saves',
    async (act) => {
      for (const language of LANGUAGES) {
        const [mine, theirs, field] = SETTINGS[act]!;
        const before = await formFor(language, act);
        const [first, second] = [theirs, mine];
        await sent(language, before, asShown(before, first));
        const now = await formFor(language, act);
        const { text } = await sent(language, before, asShown(before, second));
        expect(text).toContain(
          language === 'en' ? 'Somebody else has saved this meanwhile' : 'bu arada başka biri kaydetti',
        );
        const saved = now.fields.find(({ name }) => name === field)!;
        expect(text).toContain(`id="${act}-${field}-m"`);
        if (saved.type !== 'checkbox' && !saved.name.startsWith('role-')) {
          const words = language === 'en' ? 'Saved meanwhile' : 'Bu arada kaydedilen';
          expect(unescaped(text)).toContain(`${words}: ${saved.value!}<`);
        }
        expect(asShown(await formFor(language, act), { csrf: '' })).toEqual(asShown(now, { csrf: '' }));
        const again = formsIn(text).find((one) => one.act === act)!;
        const after = asShown(again, {});
        for (const [name, value] of Object.entries(second)) expect(after[name] ?? '').toBe(value);
        await sent(language, again, after);
        const end = asShown(await formFor(language, act), {});
        for (const [name, value] of Object.entries(second)) expect(end[name] ?? '').toBe(value);
      }
    },
  );

  it('at the same moment: one of them is saved, and the other told', async () => {
    const form = await formFor('en', 'set-recovery');
    const both = ['11', '12'].map((retryDays) => sent('en', form, asShown(form, { retryDays })));
    const pages = await Promise.all(both);
    const isSaved = pages.map(({ text }) => text.includes('role="status"'));
    expect(isSaved.filter(Boolean)).toHaveLength(1);
    const now = await formFor('en', 'set-recovery');
    expect(now.fields.find(({ name }) => name === 'retryDays')!.value).toBe(
      ['11', '12'][isSaved.indexOf(true)],
    );
  });

  it('at the same moment of another one of its kind: both are saved', async () => {
    const [own, other] = [await formFor('en', 'set-grace'), shop.plans.plus!];
    const { text } = await desk.get('plan', { id: other.reference });
    const beside = formsIn(text).find(({ act }) => act === 'set-grace')!;
    const both = [own, beside].map((form) => sent('en', form, asShown(form, { graceDays: '5' })));
    for (const page of await Promise.all(both)) expect(page.text).toContain('role="status"');
  });

  it('the forms of all settings carry a version, also those whose values are secret', async () => {
    for (const act of [...Object.keys(SAVED), 'set-grace', 'set-features', 'set-roles'].filter(
      (one) => !one.endsWith('-logo'),
    ))
      expect([act, (await formFor('en', act)).fields.find(({ name }) => name === 'version')?.value]).toEqual([
        act,
        expect.stringMatching(/^[\w-]{22}$/),
      ]);
  });

  it('a secret that somebody else has made meanwhile is not replaced unseen', async () => {
    const form = await formFor('en', 'rotate-secret');
    await shop.call('account/rotate-webhook-secret', { body: { overlapHours: 24 } });
    const { text } = await sent('en', form, asShown(form, {}));
    expect(text).toContain('Somebody else has saved this meanwhile');
  });
});

describe('a refused form', () => {
  it('of any act leaves no card number on record, in whatever field it was typed', async () => {
    desk = await ownersDesk();
    const typed = '5528 7900 0000 0008';
    const from = world.written.length;
    for (const act of Object.keys(places).filter((one) => one !== 'events')) {
      const form = await formFor('en', act);
      const fields = form.fields.filter(({ name, type }) => name !== 'csrf' && type !== 'checkbox');
      for (const { name } of fields) await sent('en', form, { ...valuesOf(form), [name]: typed });
    }
    const kept = world.written.slice(from);
    expect(kept.filter((item) => item.includes('"typed"')).length).toBeGreaterThan(50);
    expect(kept.filter((item) => item.includes(typed))).toEqual([]);
  });
});
