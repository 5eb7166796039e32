import { CARDS } from '../../support/world/shop.ts';
import { checkoutBody } from '../../support/world/tenant.ts';
import type { Cloud } from './scenario-cloud.ts';

export const BEGINS = Date.UTC(2027, 0, 17, 9);
const ENDS = Date.UTC(2029, 0, 17, 9);

const RENEW = 'DID_RENEW/BILLING_RECOVERY';
const STATUS = 'DID_CHANGE_RENEWAL_STATUS';

/** What the tenant is told in two years, by hand: the day (UTC) and the event. */
export const EXPECTED_EVENTS = [
  '2027-01-17 SUBSCRIBED/INITIAL_BUY', // a trial of 14 days
  `2027-01-31 ${RENEW}`, // the first charge
  `2027-02-28 ${RENEW}`,
  `2027-03-31 ${RENEW}`,
  `2027-04-30 ${RENEW}`,
  `2027-05-31 ${RENEW}`,
  '2027-06-30 DID_FAIL_TO_RENEW',
  '2027-07-01 DID_FAIL_TO_RENEW', // tried again on the first day of the schedule
  '2027-07-03 DID_FAIL_TO_RENEW', // and on its third
  `2027-07-03 ${RENEW}`, // the new card pays what had failed
  `2027-07-31 ${RENEW}`,
  `2027-08-31 ${RENEW}`,
  '2027-09-10 DID_CHANGE_RENEWAL_PREF/UPGRADE', // told at the request, charged from the next period
  `2027-09-30 ${RENEW}`,
  `2027-10-30 ${RENEW}`,
  `2027-11-30 ${RENEW}`,
  `2027-12-30 ${RENEW}`,
  `2028-01-30 ${RENEW}`,
  `2028-02-29 ${RENEW}`, // a leap year
  `2028-03-30 ${RENEW}`,
  '2028-04-10 DID_CHANGE_RENEWAL_PREF/DOWNGRADE',
  `2028-04-10 ${RENEW}`, // charged at once
  `2028-05-10 ${RENEW}`,
  `2028-06-10 ${RENEW}`,
  `2028-06-15 ${STATUS}/AUTO_RENEW_DISABLED`,
  `2028-06-20 ${STATUS}/AUTO_RENEW_ENABLED`,
  `2028-07-10 ${RENEW}`,
  `2028-07-15 ${STATUS}/AUTO_RENEW_DISABLED`,
  '2028-08-10 EXPIRED',
  '2028-08-20 SUBSCRIBED/RESUBSCRIBE',
  `2028-09-20 ${RENEW}`,
  `2028-10-20 ${RENEW}`,
  `2028-11-20 ${RENEW}`,
  `2028-12-20 ${RENEW}`,
];

const months = (count: number, amount: string) => Array.from({ length: count }, () => amount);

/** The charges that the bank refuses in two years: the renewal, and both of its retries. */
export const REFUSED = 3;

/** What is paid in two years, in order: trial plan to August, then plus, then plain, and plain again. */
export const PAID = [
  ...months(8, '99.90'),
  ...months(7, '249.99'),
  ...months(4, '120.05'),
  ...months(5, '120.05'),
];

export interface Ending {
  readonly first: string;
  readonly second: string;
}

const day = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date, 12);

/** Walks one customer through two years. Answers the svc-ids of both subscriptions. */
export async function walk(cloud: Cloud): Promise<Ending> {
  const first = await subscribe(cloud, 'trial');
  const status = async (svcId: string) =>
    (await cloud.call('subscribers/get', { query: { 'svc-id': svcId } })).body;
  const reference = async () => ((await status(first)).data as { payReference: string }).payReference;
  const change = async (plan: string, upgradePeriod: string) =>
    good(
      await cloud.call('subscribers/change-plan', {
        body: {
          'pay-subscriber-reference-code': await reference(),
          'pay-plan-reference-code': cloud.plans[plan]!.reference,
          upgradePeriod,
        },
      }),
    );
  const named = async () => ({ body: { 'pay-subscriber-reference-code': await reference() } });

  await cloud.goTo(day(2027, 6, 10));
  await cloud.swapCard(await reference(), CARDS.noMoney);
  await cloud.goTo(day(2027, 7, 3));
  const form = good(
    await cloud.call('checkout/update-card', {
      body: { callbackUrl: 'https://shop.example/card', 'svc-id': first },
    }),
  );
  await cloud.fillIn(String(form.token), CARDS.good);
  await cloud.goTo(day(2027, 9, 10));
  await change('plus', 'NEXT_PERIOD');
  await cloud.goTo(day(2028, 4, 10));
  await change('plain', 'NOW');
  await cloud.goTo(day(2028, 6, 15));
  good(await cloud.call('subscribers/cancel', await named()));
  await cloud.goTo(day(2028, 6, 20));
  good(await cloud.call('subscribers/undo-cancel', await named()));
  await cloud.goTo(day(2028, 7, 15));
  good(await cloud.call('subscribers/cancel', await named()));
  await cloud.goTo(day(2028, 8, 20));
  const second = await subscribe(cloud, 'plain');
  await cloud.goTo(ENDS);
  return { first, second };
}

async function subscribe(cloud: Cloud, plan: string): Promise<string> {
  const { reference: pricingPlanReferenceCode } = cloud.plans[plan]!;
  const body = checkoutBody({ reference: pricingPlanReferenceCode }, { email: 'scenario@example.com' });
  const started = good(await cloud.call('checkout/initialize', { body }));
  const location = await cloud.fillIn(String(started.token), CARDS.good);
  return location.searchParams.get('svcSubscriptionId')!;
}

function good({ status, body }: { status: number; body: Record<string, unknown> }): Record<string, unknown> {
  if (status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body;
}
