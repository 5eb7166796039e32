import { declineSaid } from '../../pages/decline.ts';
import { say } from '../../pages/say.ts';
import type { CustomerKind } from '../kinds.ts';
import type { Says, Speech } from './said.ts';

/** What buttons and rows of several messages are called. */
const openSaid = () => say('View subscription', 'Aboneliği görüntüle');
const cardSaid = () => say('Change card', 'Kartı değiştir');
const PLAN = 'Plan';
const amountSaid = () => say('Amount', 'Tutar');
const untilSaid = () => say('Access until', 'Erişim sonu');

/** Until when access lasts, or that there is none. */
const accessSaid = (until: number | null, { day }: Speech) =>
  until === null
    ? say('You have no access until the payment is made.', 'Ödeme alınana kadar erişiminiz kapalı.')
    : say(`You have access until ${day(until)}.`, `${day(until)} tarihine kadar erişiminiz sürer.`);

/** The same as a row. */
const accessRow = (until: number | null, { day }: Speech) =>
  until === null ? [] : [[untilSaid(), day(until)] as const];

/** What another card does, where a button leads to it. */
const otherCard = ({ hasButton }: Speech) =>
  hasButton
    ? [
        say(
          'If you enter another card, the payment is tried again with it at once.',
          'Başka bir kart girerseniz ödeme o kartla hemen yeniden denenir.',
        ),
      ]
    : [];

/** What customers are told. Names, plans, dates and amounts are never inflected in Turkish: a noun carries the suffix. */
export const TO_CUSTOMERS: Says<CustomerKind> = {
  payment_failed: (facts, speech) => {
    const { day, sum, name } = speech;
    const { nextAttemptAt: next, cancelledAt, accessUntil } = facts;
    const isCard = facts.reason !== 'shop';
    const plan = name(facts.plan);
    const tried =
      next === null
        ? say(
            'The payment will not be tried again by itself with your present card.',
            'Ödeme şimdiki kartınızla kendiliğinden yeniden denenmeyecek.',
          )
        : say(
            `The payment will be tried again with your present card on ${day(next)}.`,
            `Ödeme şimdiki kartınızla ${day(next)} tarihinde yeniden denenecek.`,
          );
    const ends =
      cancelledAt !== null &&
      say(
        `If it cannot be collected, your subscription ends on ${day(cancelledAt)}.`,
        `Ödeme alınamazsa aboneliğiniz ${day(cancelledAt)} tarihinde sona erer.`,
      );
    return {
      subject: say(`Your payment failed: ${plan}`, `Ödemeniz alınamadı: ${plan}`),
      title: say('Your payment failed', 'Ödemeniz alınamadı'),
      text: [
        say(
          `Your payment of ${day(facts.dueAt)} for ${plan} could not be collected. ${declineSaid(facts.reason)}`,
          `${plan} planının ${day(facts.dueAt)} tarihli ödemesi alınamadı. ${declineSaid(facts.reason)}`,
        ),
        [tried, accessSaid(accessUntil, speech), ends].filter((one) => one !== false).join(' '),
        ...(isCard ? otherCard(speech) : []),
      ],
      rows: [
        [PLAN, plan],
        [amountSaid(), sum(facts.sum)],
        ...(next === null ? [] : [[say('Next try', 'Sonraki deneme'), day(next)] as const]),
        ...accessRow(accessUntil, speech),
      ],
      button: isCard ? cardSaid() : openSaid(),
    };
  },
  last_attempt: (facts, speech) => {
    const { day, sum, name } = speech;
    const plan = name(facts.plan);
    const after =
      facts.cancelledAt === null
        ? say(
            'If it fails as well, the payment is not tried again by itself.',
            'O deneme de sonuç vermezse ödeme kendiliğinden bir daha denenmez.',
          )
        : say(
            `If it fails as well, your subscription ends on ${day(facts.cancelledAt)}.`,
            `O deneme de sonuç vermezse aboneliğiniz ${day(facts.cancelledAt)} tarihinde sona erer.`,
          );
    return {
      subject: say(
        `Your payment is tried one last time on ${day(facts.attemptAt)}: ${plan}`,
        `Ödemeniz ${day(facts.attemptAt)} tarihinde son kez denenecek: ${plan}`,
      ),
      title: say('Your payment is tried one last time', 'Ödemeniz son kez denenecek'),
      text: [
        say(
          `Your payment for ${plan} has not been collected yet. The last try is on ${day(facts.attemptAt)}, with your present card.`,
          `${plan} planının ödemesi henüz alınamadı. Son deneme ${day(facts.attemptAt)} tarihinde, şimdiki kartınızla yapılacak.`,
        ),
        `${after} ${accessSaid(facts.accessUntil, speech)}`,
        ...otherCard(speech),
      ],
      rows: [
        [PLAN, plan],
        [amountSaid(), sum(facts.sum)],
        [say('Last try', 'Son deneme'), day(facts.attemptAt)],
        ...accessRow(facts.accessUntil, speech),
      ],
      button: cardSaid(),
    };
  },
  payment_recovered: (facts, { day, sum, name }) => ({
    subject: say(`Your payment was made: ${name(facts.plan)}`, `Ödemeniz alındı: ${name(facts.plan)}`),
    title: say('Your payment was made', 'Ödemeniz alındı'),
    text: [
      say(
        `The payment that had failed was collected on ${day(facts.paidAt)}. There is nothing else for you to do.`,
        `Daha önce alınamayan ödemeniz ${day(facts.paidAt)} tarihinde alındı. Yapmanız gereken başka bir şey yok.`,
      ),
    ],
    rows: [
      [PLAN, name(facts.plan)],
      [amountSaid(), sum(facts.sum)],
      ...(facts.paidUntil === null
        ? []
        : [[say('Paid until', 'Ödenen dönemin sonu'), day(facts.paidUntil)] as const]),
    ],
    button: openSaid(),
  }),
  renewal_ahead: (facts, { day, sum, price, name }) => ({
    subject: say(
      `Your subscription renews on ${day(facts.at)}: ${name(facts.plan)}`,
      `Aboneliğiniz ${day(facts.at)} tarihinde yenilenecek: ${name(facts.plan)}`,
    ),
    title: say('Your subscription renews soon', 'Aboneliğiniz yakında yenilenecek'),
    text: [
      say(
        `${name(facts.plan)} renews on ${day(facts.at)}, and ${sum(facts.renewal.sum)} will be charged to your card.`,
        `${name(facts.plan)} planı ${day(facts.at)} tarihinde yenilenecek ve kartınızdan ${sum(facts.renewal.sum)} alınacak.`,
      ),
      say(
        'If you want to cancel or change your plan, do so before that day.',
        'İptal etmek ya da planınızı değiştirmek isterseniz bunu o tarihten önce yapın.',
      ),
    ],
    rows: [
      [PLAN, name(facts.plan)],
      [say('Price', 'Fiyat'), price(facts.renewal)],
      [say('Charged on', 'Ödeme tarihi'), day(facts.at)],
    ],
    button: openSaid(),
  }),
  trial_ending: (facts, { day, sum, price, name }) => ({
    subject: say(
      `Your free trial ends on ${day(facts.at)}: ${name(facts.plan)}`,
      `Ücretsiz denemeniz ${day(facts.at)} tarihinde bitiyor: ${name(facts.plan)}`,
    ),
    title: say('Your free trial is ending', 'Ücretsiz denemeniz bitiyor'),
    text: [
      say(
        `Your free trial of ${name(facts.plan)} ends on ${day(facts.at)}. On that day ${sum(facts.renewal.sum)} will be charged to your card as the first payment.`,
        `${name(facts.plan)} planındaki ücretsiz denemeniz ${day(facts.at)} tarihinde bitiyor. O gün kartınızdan ilk ödeme olarak ${sum(facts.renewal.sum)} alınacak.`,
      ),
      say(
        'If you do not want to continue, cancel before that day; nothing is charged.',
        'Sürdürmek istemezseniz o tarihten önce iptal edin; hiçbir ücret alınmaz.',
      ),
    ],
    rows: [
      [PLAN, name(facts.plan)],
      [say('Price', 'Fiyat'), price(facts.renewal)],
      [say('First payment', 'İlk ödeme'), day(facts.at)],
    ],
    button: openSaid(),
  }),
  cancelled: (facts, { day, minute, name }) => {
    const plan = name(facts.plan);
    const { accessUntil, hasEnded, undoUntil, isUnpaid, isStillCharged } = facts;
    const what = isUnpaid
      ? say(
          `Your subscription to ${plan} was cancelled because its payment could not be collected.`,
          `Ödemesi alınamadığı için ${plan} planındaki aboneliğiniz iptal edildi.`,
        )
      : say(`Your subscription to ${plan} was cancelled.`, `${plan} planındaki aboneliğiniz iptal edildi.`);
    const access = hasEnded
      ? say('It has ended.', 'Aboneliğiniz sona erdi.')
      : accessUntil !== null &&
        say(
          `You have access until ${day(accessUntil)}.`,
          `${day(accessUntil)} tarihine kadar erişiminiz sürer.`,
        );
    const charged = isStillCharged
      ? say(
          'However, charges to your card have not been stopped yet. Please contact us to stop them.',
          'Ancak kartınızdan ödeme alınması henüz durdurulmadı. Durdurmak için bize başvurun.',
        )
      : say('You will not be charged again.', 'Sizden bir daha ücret alınmaz.');
    const undo =
      undoUntil === null
        ? []
        : [
            say(
              `You can undo the cancellation until ${minute(undoUntil)}.`,
              `İptali ${minute(undoUntil)} saatine kadar geri alabilirsiniz.`,
            ),
          ];
    return {
      subject: hasEnded
        ? say(`Your subscription ended: ${plan}`, `Aboneliğiniz sona erdi: ${plan}`)
        : say(`Your subscription was cancelled: ${plan}`, `Aboneliğiniz iptal edildi: ${plan}`),
      title: hasEnded
        ? say('Your subscription ended', 'Aboneliğiniz sona erdi')
        : say('Your subscription was cancelled', 'Aboneliğiniz iptal edildi'),
      text: [[what, access].filter((one) => one !== false).join(' '), charged, ...undo],
      rows: [[PLAN, plan], ...(accessUntil === null ? [] : [[untilSaid(), day(accessUntil)] as const])],
      button: undoUntil === null ? openSaid() : say('Undo the cancellation', 'İptali geri al'),
    };
  },
  undone: (facts, { day, sum, name }) => ({
    subject: say(
      `Your subscription continues: ${name(facts.plan)}`,
      `Aboneliğiniz sürüyor: ${name(facts.plan)}`,
    ),
    title: say('Your subscription continues', 'Aboneliğiniz sürüyor'),
    text: [
      say(
        'The cancellation was undone. Nothing was charged for it; your subscription renews as before.',
        'İptal geri alındı. Bunun için ücret alınmadı; aboneliğiniz eskisi gibi yenilenir.',
      ),
    ],
    rows: [
      [PLAN, name(facts.plan)],
      ...(facts.nextPaymentAt === null
        ? []
        : ([
            [say('Next payment', 'Sonraki ödeme'), day(facts.nextPaymentAt)],
            [amountSaid(), sum(facts.sum)],
          ] as const)),
    ],
    button: openSaid(),
  }),
  invoice_ready: (facts, { day, sum, name }) => ({
    subject: say(`Your invoice is ready: ${name(facts.number)}`, `Faturanız hazır: ${name(facts.number)}`),
    title: say('Your invoice is ready', 'Faturanız hazır'),
    text: [
      say(
        `The invoice for your payment of ${day(facts.issuedAt)} for ${name(facts.plan)} is ready.`,
        `${name(facts.plan)} planının ${day(facts.issuedAt)} tarihli ödemesinin faturası hazır.`,
      ),
    ],
    rows: [
      [say('Invoice no.', 'Fatura no'), name(facts.number)],
      [say('Date', 'Tarih'), day(facts.issuedAt)],
      [amountSaid(), sum(facts.sum)],
    ],
    button: say('View invoice', 'Faturayı görüntüle'),
  }),
  refunded: (facts, { day, sum, name }) => ({
    subject: say(`Your money was refunded: ${sum(facts.sum)}`, `Paranız iade edildi: ${sum(facts.sum)}`),
    title: say('Your money was refunded', 'Paranız iade edildi'),
    text: [
      facts.isAll
        ? say(
            `All of your payment of ${day(facts.issuedAt)} was refunded on ${day(facts.refundedAt)}.`,
            `${day(facts.issuedAt)} tarihli ödemenizin tamamı ${day(facts.refundedAt)} tarihinde iade edildi.`,
          )
        : say(
            `A part of your payment of ${day(facts.issuedAt)} was refunded on ${day(facts.refundedAt)}.`,
            `${day(facts.issuedAt)} tarihli ödemenizin bir kısmı ${day(facts.refundedAt)} tarihinde iade edildi.`,
          ),
      say(
        'Depending on your bank, it takes a few days until you see it. The refund changes nothing of your subscription.',
        'Tutar, bankanıza bağlı olarak birkaç gün içinde kart ekstrenizde görünür. İade, aboneliğinizi değiştirmez.',
      ),
    ],
    rows: [
      [say('Refunded', 'İade edilen tutar'), sum(facts.sum)],
      [PLAN, name(facts.plan)],
      [say('Invoice no.', 'Fatura no'), name(facts.number)],
    ],
    button: say('View invoice', 'Faturayı görüntüle'),
  }),
};
