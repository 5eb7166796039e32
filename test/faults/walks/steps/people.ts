import type { Dice } from '../../dice.ts';
import type { Shop } from '../records.ts';

/** Phone numbers as people write them, and as they are to be answered. */
export const PHONES = [
  ['+905350000000', '+905350000000'],
  ['05351111111', '+905351111111'],
  ['905352222222', '+905352222222'],
  ['5353333333', '+905353333333'],
  ['(0535) 444-44 44', '+905354444444'],
  ['+90 535 555 55 55', '+905355555555'],
] as const;

const ADDRESS = { contactName: 'Ayşe Yılmaz', country: 'Türkiye', city: 'Ankara', address: 'Örnek Sok. 1' };

/** What people write into a form, all of which is in order. */
export function person(shop: Shop, dice: Dice, email: string): Record<string, unknown> {
  const [gsmNumber, answered] = dice.pick(PHONES);
  const known = shop.phones.get(email) ?? new Set<string>();
  shop.phones.set(email, known.add(answered));
  return {
    name: dice.pick(['Ayşe', 'İlkay', "Seán O'Neill", '李']),
    surname: dice.pick(['Yılmaz', 'Ğ', 'van der Berg-Öz']),
    email: dice.pick([email, email, ` ${email.toUpperCase()} `]),
    gsmNumber,
    billingAddress: dice.pick([undefined, ADDRESS, { ...ADDRESS, zipCode: '06000' }]),
    shippingAddress: dice.pick([undefined, ADDRESS]),
    externalId: dice.pick([undefined, `user/${email.split('@')[0]}`]),
  };
}
