import { createHmac, timingSafeEqual } from 'node:crypto';
import { keysOf } from './account.ts';
import { answerFieldsOf, optionalText, type Fields } from './fields.ts';
import type { PayNotifications } from '../pay-notifications.ts';

const OF_SUBSCRIPTIONS: ReadonlySet<string | undefined> = new Set([
  'subscription.order.success',
  'subscription.order.failure',
]);
const SIGNATURE_HEADER = 'x-iyz-signature-v3';

/** The provider's notifications of charged and failed orders. Fields may be missing, as in the only published sample. */
export const iyzicoNotifications: PayNotifications = {
  referenceIn: ({ body }) => {
    const fields = fieldsIn(body);
    return OF_SUBSCRIPTIONS.has(optionalText(fields, 'iyziEventType'))
      ? optionalText(fields, 'subscriptionReferenceCode')
      : undefined;
  },

  /** The documentation's samples and its prose give two field orders; both are computed, and either is accepted. */
  isSigned: ({ headers, body }, account) => {
    const { merchantId } = account;
    const { secretKey } = keysOf(account);
    const signature = headers[SIGNATURE_HEADER];
    if (signature === undefined || merchantId === undefined) return false;
    const fields = fieldsIn(body);
    const signed = [
      'iyziEventType',
      'subscriptionReferenceCode',
      'orderReferenceCode',
      'customerReferenceCode',
    ]
      .map((name) => optionalText(fields, name) ?? '')
      .join('');
    const asInSamples = same(signature, secretKey, merchantId + secretKey + signed);
    const asInProse = same(signature, secretKey, secretKey + merchantId + signed);
    return asInSamples || asInProse;
  },
};

function same(signature: string, secretKey: string, message: string): boolean {
  const wanted = createHmac('sha256', secretKey).update(message, 'utf8').digest();
  const given = Buffer.from(/^[0-9a-f]+$/i.test(signature) ? signature : '', 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function fieldsIn(body: string): Fields {
  try {
    return answerFieldsOf(JSON.parse(body));
  } catch {
    return {};
  }
}
