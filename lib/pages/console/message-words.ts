import type { DropReason, MessageKind, MessageState } from '../../messages/kinds.ts';
import type { Translated } from '../language.ts';
import { ACCT, PAY } from './provider-names.ts';

interface MessageScreenWords {
  readonly kinds: Readonly<Record<MessageKind, readonly [name: string, when: string]>>;
  readonly states: Readonly<Record<MessageState, string>>;
  readonly because: Readonly<Record<DropReason, string>>;
  readonly title: string;
  readonly said: string;
  readonly noSender: string;
  readonly from: (address: string) => string;
  readonly senderName: string;
  readonly senderNameHint: string;
  readonly replyTo: string;
  readonly replyToHint: string;
  readonly language: string;
  readonly languages: readonly [tr: string, en: string, customer: string];
  readonly toCustomers: string;
  readonly toPeople: string;
  readonly save: string;
  readonly previews: string;
  readonly subject: string;
  readonly look: string;
  readonly light: string;
  readonly dark: string;
  readonly test: string;
  readonly testTo: (address: string) => string;
  readonly sendTest: string;
  readonly noAddress: string;
  readonly addAddress: string;
  readonly testSent: string;
  readonly testNotSent: string;
  readonly testSaid: string;
  readonly countOn: (count: number) => string;
  readonly sent: string;
  readonly seeSent: string;
  readonly none: string;
  readonly kind: string;
  readonly state: string;
  readonly any: string;
  readonly show: string;
  readonly when: string;
  readonly to: string;
  readonly about: string;
}

const english: MessageScreenWords = {
  kinds: {
    payment_failed: [
      'Payment failed',
      'At the first failure of a renewal, with a button to change the card.',
    ],
    last_attempt: ['Last try ahead', 'The day before the last try.'],
    payment_recovered: ['Payment made after all', 'When a failed renewal was paid.'],
    renewal_ahead: ['Renewal ahead', 'Seven days before, for periods of six months and more.'],
    trial_ending: ['Trial ending', 'Three days before the first charge.'],
    cancelled: ['Cancelled', 'With the end of access.'],
    undone: ['Cancellation undone', 'When the subscription continues after all.'],
    invoice_ready: ['Invoice ready', 'With a way to the document.'],
    refunded: ['Refunded', 'When money was given back.'],
    webhook_failing: ['Webhook failing', 'To developers, when an event could not be delivered.'],
    credentials_refused: [
      'Keys refused',
      `To owners and developers, when ${PAY} or ${ACCT} refuses your keys.`,
    ],
    task_due: ['Task due', 'To finance, three days before the deadline of a task about a document.'],
    difference_found: ['Difference found', `To support and owners, when a difference from ${PAY} was found.`],
    invited: ['Invitation', 'To whom you invite to the console.'],
  },
  states: {
    PENDING: 'Waiting',
    SENT: 'Sent',
    DELIVERED: 'Delivered',
    BOUNCED: 'Bounced',
    COMPLAINED: 'Complained of',
    DROPPED: 'Not sent',
  },
  because: {
    switched_off: 'This kind had been switched off.',
    paid: 'The payment had been made.',
    cancelled: 'The subscription had been cancelled.',
    undone: 'The cancellation had been undone.',
    ended: 'The subscription had ended.',
    no_longer_true: 'It was no longer true.',
    too_late: 'Its time had passed.',
    erased: 'The person’s data had been erased.',
    bounced_before: 'An earlier message to the address bounced for good.',
    complained_before: 'Whoever has the address complained about an earlier message.',
    one_a_day: 'The customer had a message of this kind on that day.',
    nobody: 'Nobody has the role, or an address.',
    refused: 'The address or the message was refused when it was sent.',
  },
  title: 'Messages',
  said: 'E-mails in your name to your customers and your people. Each is made when it is sent, from what is on record then, and is not sent where it is no longer true. A customer gets at most one message of a kind a day.',
  noSender: 'This stage has no sender domain: nothing is sent, whatever is switched on.',
  from: (address) => `They come from ${address}.`,
  senderName: 'Name of the sender',
  senderNameHint: 'without one the name of your brand',
  replyTo: 'Answers go to',
  replyToHint: 'without one nobody gets them',
  language: 'Language',
  languages: ['Turkish', 'English', 'that of each customer once it is on record, until then Turkish'],
  toCustomers: 'To customers',
  toPeople: 'To your people',
  save: 'Save',
  previews: 'Previews',
  subject: 'Subject',
  look: 'Look',
  light: 'light',
  dark: 'dark',
  test: 'A test',
  testTo: (address) => `It goes to you, at ${address}, in your brand.`,
  sendTest: 'Send me a test',
  noAddress: 'You have no e-mail address on record, so no test can be sent to you.',
  addAddress: 'Add it on your page',
  testSent: 'Test sent',
  testNotSent: 'Test not sent',
  testSaid: 'Its contents are invented. It is no message: it stands in no list, and customers get none.',
  countOn: (count) => (count === 0 ? 'none is sent' : `${count} kinds are sent`),
  sent: 'Messages sent',
  seeSent: 'See what was sent, and why something was not',
  none: 'There is no message of this.',
  kind: 'Kind',
  state: 'State',
  any: 'any',
  show: 'Show',
  when: 'When',
  to: 'To',
  about: 'Why',
};

const turkish: MessageScreenWords = {
  kinds: {
    payment_failed: ['Ödeme alınamadı', 'Bir yenileme ilk kez alınamadığında, kart değiştirme düğmesiyle.'],
    last_attempt: ['Son deneme yaklaşıyor', 'Son denemeden bir gün önce.'],
    payment_recovered: ['Ödeme sonunda alındı', 'Alınamayan bir yenileme ödendiğinde.'],
    renewal_ahead: ['Yenileme yaklaşıyor', 'Altı ay ve daha uzun dönemlerde, yedi gün önce.'],
    trial_ending: ['Deneme bitiyor', 'İlk ödemeden üç gün önce.'],
    cancelled: ['İptal edildi', 'Erişimin biteceği tarihle birlikte.'],
    undone: ['İptal geri alındı', 'Abonelik yine de sürdüğünde.'],
    invoice_ready: ['Fatura hazır', 'Belgeye ulaşma yoluyla birlikte.'],
    refunded: ['İade edildi', 'Para iade edildiğinde.'],
    webhook_failing: ['Webhook iletilemiyor', 'Geliştiricilere, bir olay iletilemediğinde.'],
    credentials_refused: [
      'Anahtarlar kabul edilmiyor',
      `Sahiplere ve geliştiricilere, ${PAY} ya da ${ACCT} anahtarlarınızı kabul etmediğinde.`,
    ],
    task_due: ['Görevin süresi doluyor', 'Finansa, bir belge görevinin son gününden üç gün önce.'],
    difference_found: ['Fark bulundu', `Desteğe ve sahiplere, ${PAY} ile bir fark bulunduğunda.`],
    invited: ['Davet', 'Konsola davet ettiğiniz kişiye.'],
  },
  states: {
    PENDING: 'Bekliyor',
    SENT: 'Gönderildi',
    DELIVERED: 'Ulaştı',
    BOUNCED: 'Geri döndü',
    COMPLAINED: 'Şikâyet edildi',
    DROPPED: 'Gönderilmedi',
  },
  because: {
    switched_off: 'Bu tür kapatılmıştı.',
    paid: 'Ödeme alınmıştı.',
    cancelled: 'Abonelik iptal edilmişti.',
    undone: 'İptal geri alınmıştı.',
    ended: 'Abonelik sona ermişti.',
    no_longer_true: 'Artık doğru değildi.',
    too_late: 'Zamanı geçmişti.',
    erased: 'Kişinin verileri silinmişti.',
    bounced_before: 'Bu adrese giden daha önceki bir ileti kalıcı olarak geri dönmüştü.',
    complained_before: 'Adresin sahibi daha önceki bir iletiden şikâyet etmişti.',
    one_a_day: 'Müşteriye o gün bu türden bir ileti gönderilmişti.',
    nobody: 'Bu rolde kimse ya da bir adres yok.',
    refused: 'Adres ya da ileti gönderilirken reddedildi.',
  },
  title: 'İletiler',
  said: 'Müşterilerinize ve ekibinize sizin adınıza giden e-postalar. Her biri gönderilirken o anki kayıttan hazırlanır; artık doğru değilse gönderilmez. Bir müşteri aynı türden günde en çok bir ileti alır.',
  noSender: 'Bu ortamın gönderen alan adı yok: ne açılırsa açılsın hiçbir şey gönderilmez.',
  from: (address) => `Gönderen adres: ${address}.`,
  senderName: 'Gönderen adı',
  senderNameHint: 'boşsa markanızın adı',
  replyTo: 'Yanıt adresi',
  replyToHint: 'boşsa yanıtlar kimseye ulaşmaz',
  language: 'Dil',
  languages: ['Türkçe', 'İngilizce', 'kayıtlıysa her müşterinin kendi dili, değilse Türkçe'],
  toCustomers: 'Müşterilere',
  toPeople: 'Ekibinize',
  save: 'Kaydet',
  previews: 'Önizlemeler',
  subject: 'Konu',
  look: 'Görünüm',
  light: 'açık',
  dark: 'koyu',
  test: 'Deneme',
  testTo: (address) => `Markanızla size, ${address} adresine gider.`,
  sendTest: 'Bana deneme gönder',
  noAddress: 'Kayıtlı bir e-posta adresiniz olmadığı için size deneme gönderilemez.',
  addAddress: 'Sayfanızda ekleyin',
  testSent: 'Deneme gönderildi',
  testNotSent: 'Deneme gönderilemedi',
  testSaid: 'İçeriği uydurmadır. Bir ileti sayılmaz: hiçbir listede görünmez, müşterilere gitmez.',
  countOn: (count) => (count === 0 ? 'hiçbiri gönderilmiyor' : `${count} tür gönderiliyor`),
  sent: 'Gönderilen iletiler',
  seeSent: 'Nelerin gönderildiğini, nelerin neden gönderilmediğini görün',
  none: 'Böyle bir ileti yok.',
  kind: 'Tür',
  state: 'Durum',
  any: 'tümü',
  show: 'Göster',
  when: 'Zaman',
  to: 'Kime',
  about: 'Neden',
};

/** What the screens about messages say. */
export const MESSAGE_WORDS: Translated<MessageScreenWords> = { tr: turkish, en: english };
