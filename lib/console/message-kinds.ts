import type { MessageKind } from '../messages/kinds.ts';
import { ACCT, PAY } from '../pages/console/provider-names.ts';
import { say } from '../pages/say.ts';

/** What a kind of message is called, and when it is sent. */
export const kindSaid = (kind: MessageKind): readonly [name: string, when: string] => KINDS()[kind];

const KINDS = (): Readonly<Record<MessageKind, readonly [name: string, when: string]>> => ({
  payment_failed: [
    say('Payment failed', 'Ödeme alınamadı'),
    say(
      'At the first failure of a renewal, with a button to change the card.',
      'Bir yenileme ilk kez alınamadığında, kart değiştirme düğmesiyle.',
    ),
  ],
  last_attempt: [
    say('Last try ahead', 'Son deneme yaklaşıyor'),
    say('The day before the last try.', 'Son denemeden bir gün önce.'),
  ],
  payment_recovered: [
    say('Payment made after all', 'Ödeme sonunda alındı'),
    say('When a failed renewal was paid.', 'Alınamayan bir yenileme ödendiğinde.'),
  ],
  renewal_ahead: [
    say('Renewal ahead', 'Yenileme yaklaşıyor'),
    say(
      'Seven days before, for periods of six months and more.',
      'Altı ay ve daha uzun dönemlerde, yedi gün önce.',
    ),
  ],
  trial_ending: [
    say('Trial ending', 'Deneme bitiyor'),
    say('Three days before the first charge.', 'İlk ödemeden üç gün önce.'),
  ],
  cancelled: [
    say('Cancelled', 'İptal edildi'),
    say('With the end of access.', 'Erişimin biteceği tarihle birlikte.'),
  ],
  undone: [
    say('Cancellation undone', 'İptal geri alındı'),
    say('When the subscription continues after all.', 'Abonelik yine de sürdüğünde.'),
  ],
  invoice_ready: [
    say('Invoice ready', 'Fatura hazır'),
    say('With a way to the document.', 'Belgeye ulaşma yoluyla birlikte.'),
  ],
  refunded: [say('Refunded', 'İade edildi'), say('When money was given back.', 'Para iade edildiğinde.')],
  webhook_failing: [
    say('Webhook failing', 'Webhook iletilemiyor'),
    say(
      'To developers, when an event could not be delivered.',
      'Geliştiricilere, bir olay iletilemediğinde.',
    ),
  ],
  credentials_refused: [
    say('Keys refused', 'Anahtarlar kabul edilmiyor'),
    say(
      `To owners and developers, when ${PAY} or ${ACCT} refuses your keys.`,
      `Sahiplere ve geliştiricilere, ${PAY} ya da ${ACCT} anahtarlarınızı kabul etmediğinde.`,
    ),
  ],
  task_due: [
    say('Task due', 'Görevin süresi doluyor'),
    say(
      'To finance, three days before the deadline of a task about a document.',
      'Finansa, bir belge görevinin son gününden üç gün önce.',
    ),
  ],
  difference_found: [
    say('Difference found', 'Fark bulundu'),
    say(
      `To support and owners, when a difference from ${PAY} was found.`,
      `Desteğe ve sahiplere, ${PAY} ile bir fark bulunduğunda.`,
    ),
  ],
  invited: [
    say('Invitation', 'Davet'),
    say('To whom you invite to the console.', 'Konsola davet ettiğiniz kişiye.'),
  ],
});
