import { describe, expect, it } from 'vitest';
import { acctAccountFrom } from '../../../lib/table/tenants/acct-account.ts';
import { readTenant } from '../../../lib/table/tenants/tenants.ts';
import { openDesk } from '../console/desk.ts';
import { openShop } from '../../support/world/opened.ts';
import { directBody, someone, subscribe } from '../../support/world/shop.ts';
import { checkoutBody, makeTenant } from '../../support/world/tenant.ts';
import type { Answer } from '../../support/world/ask.ts';

const { world, shop } = await openShop({ invoicing: true });
const desk = await openDesk(world, shop, 'owner');

const company = (taxNumber: unknown) => ({ title: 'Deniz Ltd. Şti.', taxNumber, taxOffice: 'Kadıköy' });

/** The company that a subscription's documents are made out to. */
async function companyOf(svcId: string): Promise<unknown> {
  const { body } = await shop.call('subscribers/get-customer', { query: { 'svc-id': svcId } });
  return (body.data as { company: { taxNumber: string } | null }).company?.taxNumber;
}

async function carrierOnRecord(): Promise<unknown> {
  const { acct } = await readTenant(shop.app);
  return acctAccountFrom(await world.app.secrets.decrypt(shop.tenant.id, 'acct', acct!.sealed)).carrier
    ?.taxNumber;
}

interface Door {
  readonly field: string;
  readonly give: (number: string) => Promise<Answer>;
  /** What is on record after a number was taken; undefined where nothing is yet. */
  readonly kept?: (answer: Answer) => Promise<unknown>;
}

const member = await subscribe(world, shop);

/** Every place that takes a tax number. */
const DOORS: Readonly<Record<string, Door>> = {
  'POST /checkout/initialize': {
    field: 'company.taxNumber',
    give: (number) =>
      shop.call('checkout/initialize', {
        body: checkoutBody(shop.plans.basic!, { email: someone(), company: company(number) }),
      }),
  },
  'POST /checkout/initialize-direct': {
    field: 'company.taxNumber',
    give: (number) =>
      shop.call('checkout/initialize-direct', {
        body: directBody(shop.plans.basic!, { company: company(number) }),
      }),
    kept: ({ body }) => companyOf(String(body.svcSubscriptionId)),
  },
  'PUT /subscribers/customer': {
    field: 'company.taxNumber',
    give: (number) =>
      shop.call('subscribers/correct-customer', {
        body: { 'svc-id': member.svcId, company: company(number) },
      }),
    kept: () => companyOf(member.svcId),
  },
  'PUT /account/invoicing': {
    field: 'carrier.taxNumber',
    give: (taxNumber) =>
      shop.call('account/set-invoicing', { body: { carrier: { title: 'Kargo', taxNumber } } }),
    kept: carrierOnRecord,
  },
  "the console's form of the invoicing account": {
    field: 'carrier.taxNumber',
    give: (number) => desk.enter('connect-acct', { 'carrier.title': 'Kargo', 'carrier.taxNumber': number }),
    kept: carrierOnRecord,
  },
};

const RIGHT = [
  ['4540536920', '4540536920'],
  ['454 053 6920', '4540536920'],
  [' 454-053-69-20 ', '4540536920'],
  ['0123456789', '0123456789'],
  ['10000000146', '10000000146'],
  ['100 000 001 46', '10000000146'],
] as const;
const WRONG = [
  '4540536921', // last digit
  '5440536920', // two digits exchanged
  '10000000147',
  '01234567890', // a person's never begins with 0
  '11111111111', // stands for a person without a number: no company's, and no carrier's
  '454053692',
  '45405369200',
  '４５４０５３６９２０',
  '454O536920',
  '454.053.6920',
  '0000000000',
];

describe.each(Object.entries(DOORS))('our choice: a tax number at %s', (_, { field, give, kept }) => {
  it.each(RIGHT)(
    'is taken with right check digits, also with spaces and dashes: %s',
    async (given, number) => {
      const answer = await give(given);
      expect([200, 303]).toContain(answer.status);
      if (kept) expect(await kept(answer)).toBe(number);
    },
  );

  it.each(WRONG)('is refused with its field: %s', async (given) => {
    const before = kept === carrierOnRecord && (await carrierOnRecord());
    const { status, body, headers } = await give(given);
    if (headers.location === undefined)
      expect([status, (body.details as { field: string }[]).map((one) => one.field)]).toEqual([400, [field]]);
    else
      expect((await desk.get('acct-account', refusedIn(headers.location))).text).toContain(
        `href="#connect-acct-${field}">Must be`,
      );
    if (before !== false) expect(await carrierOnRecord()).toBe(before);
  });
});

const refusedIn = (location: string) => Object.fromEntries(new URL(location, 'https://x').searchParams);

it('our choice: an identity number is eleven digits, as the specification says, whatever its check digits', async () => {
  const other = await makeTenant(world);
  for (const identityNumber of ['11111111111', '12345678901']) {
    const body = checkoutBody(other.plans.basic!, { email: someone(), identityNumber });
    expect((await other.call('checkout/initialize', { body })).status).toBe(200);
  }
});
