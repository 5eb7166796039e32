import { Redacted } from '../../../lib/text/redacted.ts';
import { live } from '../../../lib/runtime/live.ts';

const at = { pk: 'P', sk: 'S' };
const message = { body: { hello: 'ü' }, group: 'tenant' };
const account = { baseUrl: 'https://pay.example', apiKey: 'a', secretKey: 's', merchantId: undefined };
const acctAccount = {
  ...{ baseUrl: 'https://acct.example', companyId: '1', clientId: 'a', clientSecret: 'b' },
  ...{ productId: '1', siteUrl: 'https://shop.example' },
};
const store = { read: async () => undefined, replace: async () => true };

/** Every part of the deployed App that reaches outside, used once. */
export const handler = async () => ({
  get: await outcome(() => live.table.get(at, { consistent: true })),
  getMany: await outcome(() => live.table.getMany([at], { consistent: true })),
  query: await outcome(() => live.table.query({ pk: 'P', consistent: true })),
  apply: await outcome(() => live.table.apply({ update: at, set: { n: 5 } })),
  write: await outcome(() => live.table.write([{ put: { ...at, n: 5 } }, { delete: { ...at, sk: 'T' } }])),
  send: await outcome(() => live.queues.deliveries.send([message])),
  decrypt: await outcome(() => live.secrets.decrypt('tenant', 'pay', 'Y2lwaGVydGV4dA==')),
  encrypt: await outcome(() => live.secrets.encrypt('tenant', 'pay', 'text')),
  link: await outcome(() => live.documents.link('tenant', 'invoice', 60).slice(0, 4)),
  put: await outcome(() => live.documents.put('tenant', 'invoice', new Uint8Array([1]))),
  bulletins: await outcome(() => live.bulletins.of('2026-01-15', 10_000)),
  post: await outcome(async () => (await live.post(String(process.env.HOOK), {}, Buffer.from('{}'))).is),
  pay: await outcome(() => typeof live.pay(account).readSubscription),
  listSubscriptions: await outcome(() => live.pay(account, () => 0).listSubscriptions(1)),
  notifications: await outcome(() => typeof live.payNotifications.referenceIn),
  acct: await outcome(() => typeof live.acct(acctAccount, store).findInvoice),
});

/** It is primed by nothing else. */
export const create = () => handler;

/** What came of a use: its answer, or what its error says. */
async function outcome(use: () => unknown): Promise<unknown> {
  try {
    const answer = await use();
    return answer instanceof Redacted ? answer.reveal() : (answer ?? 'done');
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}
