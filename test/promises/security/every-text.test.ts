import { describe, expect, it } from 'vitest';
import { DOOR_ACTS } from '../../../lib/console/door-acts.ts';
import { SCREENS } from '../../../lib/console/screens.ts';
import { ROUTES, type RouteName } from '../../../functions/routes.ts';
import { jsonSchemaOf } from '../../../openapi/json-schema.ts';
import { OPERATIONS } from '../../../openapi/operations.ts';
import { addressesOf } from '../../behaviour/console/addresses.ts';
import { openDesk } from '../../behaviour/console/desk.ts';
import { formsIn, type ShownField } from '../../support/world/forms-in.ts';
import { withValue, type Path, type Schema } from '../../support/contract/described.ts';
import { copyOf } from '../../support/world/copy.ts';
import { openShop } from '../../support/world/opened.ts';
import { visitor } from '../../support/world/portal.ts';
import { subscribe } from '../../support/world/shop.ts';
import { recipeOf } from './good-requests.ts';

const { world, shop } = await openShop();
const member = await subscribe(world, shop);
await world.settle();
const owner = await openDesk(world, shop, 'owner');
const queryOf = await addressesOf(shop, member, owner);

const CARD = '5528790000000008';
/** A card's number as it stands, in addresses of a page and a mailbox, and one that is a phone number too. */
const SPELLINGS = [...[CARD, `https://shop.example/${CARD}`, `a+${CARD}@shop.example`], '+378282246310005'];

const isOnRecord = async (): Promise<boolean> => {
  await world.settle();
  return /5528790000000008|378282246310005/.test(
    JSON.stringify(await copyOf(world)).replaceAll(/[ +-]/g, ''),
  );
};

/** The paths of all members that take a text of any words. */
function textsIn(one: Schema, path: Path = []): Path[] {
  if (one.anyOf) return one.anyOf.flatMap((each) => textsIn(each, path));
  if (one.properties)
    return Object.entries(one.properties).flatMap(([name, each]) => textsIn(each, [...path, name]));
  if (one.items) return textsIn(one.items, [...path, '0']);
  return one.type === 'string' && !one.enum && one.const === undefined ? [path] : [];
}

const fieldsIn = (body: Record<string, unknown>) =>
  ((body.details ?? []) as { field: string }[]).map(({ field }) => field);

/** What is looked up and kept by nobody in this form, is a secret that is encrypted, or is the card itself. */
const SOUGHT = new Set([
  ...['svc-id', 'svc-plan-id', 'svc-subscriber-id', 'subscriber-id', 'invoice-id', 'id', 'eventId', 'after'],
  ...['pricingPlanReferenceCode', 'pay-subscriber-reference-code', 'pay-plan-reference-code', 'previewId'],
  ...['subscriptionReferenceCode', 'customerReferenceCode', 'external-id', 'plans.0', 'identityNumber'],
  ...['secretKey', 'clientSecret', 'password', 'refreshToken', 'paymentCard.cardNumber'],
]);
/** The same where the name means something that is kept in another operation. */
const SOUGHT_IN: Readonly<Partial<Record<RouteName, readonly string[]>>> = {
  'account/rotate-key': ['apiKey'],
  'account/revoke-key': ['apiKey'],
  'account/set-payment': ['apiKey'],
};

/** Where a refused form of the console leads. */
const REFUSED = expect.stringContaining('refused=') as unknown;

/** What somebody types into a form. */
const typedIn = (fields: readonly ShownField[]) =>
  fields.filter(({ type }) => !['hidden', 'checkbox', 'radio', 'select', 'file'].includes(type));

const OPERATING = ROUTES.flatMap(({ name }) => {
  const { body } = OPERATIONS[name] ?? {};
  return body ? [[name, jsonSchemaOf(body)] as const] : [];
});

describe('our choice: a card number is refused in every text that is kept', () => {
  it.for(OPERATING)('of a body: %s', async ([name, schema]) => {
    const good = recipeOf(name).body?.good ?? {};
    const paths = new Map(textsIn(schema).map((path) => [path.join('.'), path]));
    for (const [field, path] of paths) {
      const isSought = SOUGHT.has(field) || SOUGHT_IN[name]?.includes(field);
      for (const text of SPELLINGS) {
        const body = withValue(good, path, text) as Record<string, unknown>;
        const answer = await shop.call(name, { body });
        const isRefused = answer.status === 400 && fieldsIn(answer.body).includes(field);
        if (!isSought) expect([field, text, answer.status, isRefused]).toEqual([field, text, 400, true]);
      }
    }
  });

  it('and in the names and numbers of what a plan includes', async () => {
    const pricingPlanReferenceCode = shop.plans.basic!.reference;
    for (const features of [{ [CARD]: true }, { [`n_${CARD}`]: 1 }, { seats: Number(CARD) }]) {
      const { status } = await shop.call('account/set-plan', {
        body: { pricingPlanReferenceCode, features },
      });
      expect(status).toBe(400);
    }
    const numbers = OPERATING.flatMap(([name, schema]) =>
      [...JSON.stringify(schema).matchAll(/"type":"integer"([^}]*)/g)].map(([, more = '']) => [name, more]),
    );
    expect(numbers.length).toBeGreaterThan(5);
    for (const [name, more = ''] of numbers) {
      const max = Number(/"maximum":(\d+)/.exec(more)?.[1] ?? Infinity);
      expect([name, max < 10 ** 12]).toEqual([name, true]);
    }
  });

  it.for(Object.keys(SCREENS))('of a form of the console: on the screen %s', async (screen) => {
    const { text: page } = await owner.get(screen, queryOf(screen));
    for (const { act, fields } of formsIn(page).filter((one) => one.method === 'post')) {
      const filled = Object.fromEntries(fields.map((one) => [one.name, one.value ?? '']));
      for (const { name } of typedIn(fields))
        for (const text of SPELLINGS) {
          const form = { ...filled, [name]: text };
          const { headers } = await (Object.hasOwn(DOOR_ACTS, act)
            ? owner.enter(act, form)
            : owner.act(act, form));
          expect([act, name, text, headers.location]).toEqual([act, name, text, REFUSED]);
        }
    }
  });

  it.for(['details', 'cancel'])('of a form of the portal: %s', async (place) => {
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const page = await one.open(`/portal/${place}?subscription=${member.svcId}`);
    const { fields } = formsIn(page.text).find(({ act }) => act === place)!;
    const typed = typedIn(fields);
    expect(typed.length).toBeGreaterThan(0);
    for (const { name } of typed)
      for (const text of SPELLINGS) {
        const filled = Object.fromEntries(fields.map((each) => [each.name, each.value ?? '']));
        const { status } = await one.send(place, { ...filled, [name]: text });
        expect([name, text, status]).toEqual([name, text, 400]);
      }
  });

  it('and may be looked for: then it is kept nowhere', async () => {
    const query = { search: CARD };
    expect((await owner.get('subscribers', query)).status).toBe(200);
    const email = `a+${CARD}@shop.example`;
    expect((await shop.call('subscribers/check', { query: { email } })).status).toBe(200);
    expect(await isOnRecord()).toBe(false); // nor is anything of what was sent before
  });
});
