import type { DeclineReason } from '../billing/provider-snapshot.ts';
import { say } from './say.ts';

/** Why a payment failed, in the customer's words. */
export const declineSaid = (reason: DeclineReason): string =>
  ({
    funds: say(
      'There was not enough money or limit left on your card.',
      'Kartınızın bakiyesi ya da limiti bu ödemeye yetmedi.',
    ),
    expired: say('Your card has expired.', 'Kartınızın kullanım süresi dolmuş.'),
    details: say(
      'Your bank could not verify the card’s details.',
      'Bankanız kart bilgilerini doğrulayamadı.',
    ),
    closed: say(
      'Your card is closed to payments of this kind. Your bank can open it.',
      'Kartınız bu tür ödemelere kapalı. Bankanız açabilir.',
    ),
    unusable: say('This card cannot be used for this payment.', 'Bu kart bu ödeme için kullanılamıyor.'),
    unreachable: say('Your bank could not be reached at that moment.', 'O anda bankanıza ulaşılamadı.'),
    shop: say(
      'The cause is not your card but the shop’s payment settings.',
      'Sorun kartınızdan değil, mağazanın ödeme ayarlarından kaynaklanıyor.',
    ),
    unstated: say('Your bank gave no reason.', 'Bankanız bir neden bildirmedi.'),
  })[reason];
