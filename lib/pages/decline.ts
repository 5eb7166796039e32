import type { DeclineReason } from '../billing/provider-snapshot.ts';
import type { Translated } from './language.ts';

/** Why a payment failed, in the customer's words. */
export const DECLINE_WORDS: Translated<Readonly<Record<DeclineReason, string>>> = {
  tr: {
    funds: 'Kartınızın bakiyesi ya da limiti bu ödemeye yetmedi.',
    expired: 'Kartınızın kullanım süresi dolmuş.',
    details: 'Bankanız kart bilgilerini doğrulayamadı.',
    closed: 'Kartınız bu tür ödemelere kapalı. Bankanız açabilir.',
    unusable: 'Bu kart bu ödeme için kullanılamıyor.',
    unreachable: 'O anda bankanıza ulaşılamadı.',
    shop: 'Sorun kartınızdan değil, mağazanın ödeme ayarlarından kaynaklanıyor.',
    unstated: 'Bankanız bir neden bildirmedi.',
  },
  en: {
    funds: 'There was not enough money or limit left on your card.',
    expired: 'Your card has expired.',
    details: 'Your bank could not verify the card’s details.',
    closed: 'Your card is closed to payments of this kind. Your bank can open it.',
    unusable: 'This card cannot be used for this payment.',
    unreachable: 'Your bank could not be reached at that moment.',
    shop: 'The cause is not your card but the shop’s payment settings.',
    unstated: 'Your bank gave no reason.',
  },
};
