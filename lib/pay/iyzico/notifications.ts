import { createHmac, timingSafeEqual } from 'node:crypto';
import { fieldsOf, optionalText, type Fields } from './fields.ts';
import type { PayNotification, PayNotifications } from '../pay-notifications.ts';

const KINDS: ReadonlyMap<string, PayNotification['kind']> = new Map([
  ['subscription.order.success', 'orderSucceeded'],
  ['subscription.order.failure', 'orderFailed'],
]);

/** The provider's notifications of charged and failed orders. Fields may be missing, as in the only published sample. */
export const iyzicoNotifications: PayNotifications = {
  read: (body) => {
    const fields = fieldsIn(body);
    const kind = KINDS.get(optionalText(fields, 'iyziEventType') ?? '');
    const subscriptionReference = optionalText(fields, 'subscriptionReferenceCode');
    if (kind === undefined || subscriptionReference === undefined) return undefined;
    const at = Number(fields['iyziEventTime'] ?? NaN);
    return {
      id: optionalText(fields, 'iyziReferenceCode'),
      kind,
      orderReference: optionalText(fields, 'orderReferenceCode'),
      subscriptionReference,
      at: Number.isSafeInteger(at) ? at : undefined,
    };
  },

  /** The documentation's samples and its prose give two field orders; both are computed, and either is accepted. */
  verified: (body, signature, { merchantId, secretKey }) => {
    if (merchantId === undefined) return false;
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
    return fieldsOf(JSON.parse(body));
  } catch {
    return {};
  }
}
