import { ACCT, PAY } from '../../pages/console/provider-names.ts';
import { DAY_MS, WEBHOOK } from '../../limits.ts';
import { declineSaid } from '../../pages/decline.ts';
import { DIFFERENCES_SAID, ROLES_SAID, TASKS_SAID, TASKS_TO_DO } from '../../pages/work-words.ts';
import type { MessageWords, Speech } from './wording.ts';

const OPEN = 'Aboneliği görüntüle';
const CARD = 'Kartı değiştir';
const PLAN = 'Plan';
/** For how many days events are kept, to be sent again. */
const KEPT_DAYS = WEBHOOK.retentionMs / DAY_MS;
const SUM = 'Tutar';
const UNTIL = 'Erişim sonu';

const accessSaid = (until: number | null, { day }: Speech) =>
  until === null
    ? 'Ödeme alınana kadar erişiminiz kapalı.'
    : `${day(until)} tarihine kadar erişiminiz sürer.`;

const accessRow = (until: number | null, { day }: Speech) =>
  until === null ? [] : [[UNTIL, day(until)] as const];

const otherCard = ({ hasButton }: Speech) =>
  hasButton ? ['Başka bir kart girerseniz ödeme o kartla hemen yeniden denenir.'] : [];

/** The Turkish words of messages: names, plans, dates and amounts are never inflected; a noun carries the suffix. */
export const turkish: MessageWords = {
  greeting: 'Merhaba,',
  footer: {
    customer: (shop) =>
      `Bu ileti size ${shop} aboneliğiniz nedeniyle gönderildi. Reklam değil, aboneliğinize ilişkin bir bildirimdir.`,
    people: (shop) => `Bu ileti size ${shop} konsolundaki rolünüz nedeniyle gönderildi.`,
    invited: (shop) => `Bu ileti size ${shop} konsoluna davet edildiğiniz için gönderildi.`,
  },
  help: 'Yardım',
  terms: 'Koşullar',
  privacy: 'Gizlilik',
  test: 'Deneme',
  say: {
    payment_failed: (facts, speech) => {
      const { day, sum, name } = speech;
      const { nextAttemptAt: next, cancelledAt, accessUntil } = facts;
      const isCard = facts.reason !== 'shop';
      const plan = name(facts.plan);
      const tried =
        next === null
          ? 'Ödeme şimdiki kartınızla kendiliğinden yeniden denenmeyecek.'
          : `Ödeme şimdiki kartınızla ${day(next)} tarihinde yeniden denenecek.`;
      const ends =
        cancelledAt !== null && `Ödeme alınamazsa aboneliğiniz ${day(cancelledAt)} tarihinde sona erer.`;
      return {
        subject: `Ödemeniz alınamadı: ${plan}`,
        title: 'Ödemeniz alınamadı',
        text: [
          `${plan} planının ${day(facts.dueAt)} tarihli ödemesi alınamadı. ${declineSaid(facts.reason)}`,
          [tried, accessSaid(accessUntil, speech), ends].filter((one) => one !== false).join(' '),
          ...(isCard ? otherCard(speech) : []),
        ],
        rows: [
          [PLAN, plan],
          [SUM, sum(facts.sum)],
          ...(next === null ? [] : [['Sonraki deneme', day(next)] as const]),
          ...accessRow(accessUntil, speech),
        ],
        button: isCard ? CARD : OPEN,
      };
    },
    last_attempt: (facts, speech) => {
      const { day, sum, name } = speech;
      const plan = name(facts.plan);
      const after =
        facts.cancelledAt === null
          ? 'O deneme de sonuç vermezse ödeme kendiliğinden bir daha denenmez.'
          : `O deneme de sonuç vermezse aboneliğiniz ${day(facts.cancelledAt)} tarihinde sona erer.`;
      return {
        subject: `Ödemeniz ${day(facts.attemptAt)} tarihinde son kez denenecek: ${plan}`,
        title: 'Ödemeniz son kez denenecek',
        text: [
          `${plan} planının ödemesi henüz alınamadı. Son deneme ${day(facts.attemptAt)} tarihinde, şimdiki kartınızla yapılacak.`,
          `${after} ${accessSaid(facts.accessUntil, speech)}`,
          ...otherCard(speech),
        ],
        rows: [
          [PLAN, plan],
          [SUM, sum(facts.sum)],
          ['Son deneme', day(facts.attemptAt)],
          ...accessRow(facts.accessUntil, speech),
        ],
        button: CARD,
      };
    },
    payment_recovered: (facts, { day, sum, name }) => ({
      subject: `Ödemeniz alındı: ${name(facts.plan)}`,
      title: 'Ödemeniz alındı',
      text: [
        `Daha önce alınamayan ödemeniz ${day(facts.paidAt)} tarihinde alındı. Yapmanız gereken başka bir şey yok.`,
      ],
      rows: [
        [PLAN, name(facts.plan)],
        [SUM, sum(facts.sum)],
        ...(facts.paidUntil === null ? [] : [['Ödenen dönemin sonu', day(facts.paidUntil)] as const]),
      ],
      button: OPEN,
    }),
    renewal_ahead: (facts, { day, sum, price, name }) => ({
      subject: `Aboneliğiniz ${day(facts.at)} tarihinde yenilenecek: ${name(facts.plan)}`,
      title: 'Aboneliğiniz yakında yenilenecek',
      text: [
        `${name(facts.plan)} planı ${day(facts.at)} tarihinde yenilenecek ve kartınızdan ${sum(facts.renewal.sum)} alınacak.`,
        'İptal etmek ya da planınızı değiştirmek isterseniz bunu o tarihten önce yapın.',
      ],
      rows: [
        [PLAN, name(facts.plan)],
        ['Fiyat', price(facts.renewal)],
        ['Ödeme tarihi', day(facts.at)],
      ],
      button: OPEN,
    }),
    trial_ending: (facts, { day, sum, price, name }) => ({
      subject: `Ücretsiz denemeniz ${day(facts.at)} tarihinde bitiyor: ${name(facts.plan)}`,
      title: 'Ücretsiz denemeniz bitiyor',
      text: [
        `${name(facts.plan)} planındaki ücretsiz denemeniz ${day(facts.at)} tarihinde bitiyor. O gün kartınızdan ilk ödeme olarak ${sum(facts.renewal.sum)} alınacak.`,
        'Sürdürmek istemezseniz o tarihten önce iptal edin; hiçbir ücret alınmaz.',
      ],
      rows: [
        [PLAN, name(facts.plan)],
        ['Fiyat', price(facts.renewal)],
        ['İlk ödeme', day(facts.at)],
      ],
      button: OPEN,
    }),
    cancelled: (facts, { day, minute, name }) => {
      const plan = name(facts.plan);
      const { accessUntil, hasEnded, undoUntil, isUnpaid, isStillCharged } = facts;
      const what = isUnpaid
        ? `Ödemesi alınamadığı için ${plan} planındaki aboneliğiniz iptal edildi.`
        : `${plan} planındaki aboneliğiniz iptal edildi.`;
      const access = hasEnded
        ? 'Aboneliğiniz sona erdi.'
        : accessUntil !== null && `${day(accessUntil)} tarihine kadar erişiminiz sürer.`;
      const charged = isStillCharged
        ? 'Ancak kartınızdan ödeme alınması henüz durdurulmadı. Durdurmak için bize başvurun.'
        : 'Sizden bir daha ücret alınmaz.';
      const undo =
        undoUntil === null ? [] : [`İptali ${minute(undoUntil)} saatine kadar geri alabilirsiniz.`];
      return {
        subject: hasEnded ? `Aboneliğiniz sona erdi: ${plan}` : `Aboneliğiniz iptal edildi: ${plan}`,
        title: hasEnded ? 'Aboneliğiniz sona erdi' : 'Aboneliğiniz iptal edildi',
        text: [[what, access].filter((one) => one !== false).join(' '), charged, ...undo],
        rows: [[PLAN, plan], ...(accessUntil === null ? [] : [[UNTIL, day(accessUntil)] as const])],
        button: undoUntil === null ? OPEN : 'İptali geri al',
      };
    },
    undone: (facts, { day, sum, name }) => ({
      subject: `Aboneliğiniz sürüyor: ${name(facts.plan)}`,
      title: 'Aboneliğiniz sürüyor',
      text: ['İptal geri alındı. Bunun için ücret alınmadı; aboneliğiniz eskisi gibi yenilenir.'],
      rows: [
        [PLAN, name(facts.plan)],
        ...(facts.nextPaymentAt === null
          ? []
          : ([
              ['Sonraki ödeme', day(facts.nextPaymentAt)],
              [SUM, sum(facts.sum)],
            ] as const)),
      ],
      button: OPEN,
    }),
    invoice_ready: (facts, { day, sum, name }) => ({
      subject: `Faturanız hazır: ${name(facts.number)}`,
      title: 'Faturanız hazır',
      text: [`${name(facts.plan)} planının ${day(facts.issuedAt)} tarihli ödemesinin faturası hazır.`],
      rows: [
        ['Fatura no', name(facts.number)],
        ['Tarih', day(facts.issuedAt)],
        [SUM, sum(facts.sum)],
      ],
      button: 'Faturayı görüntüle',
    }),
    refunded: (facts, { day, sum, name }) => ({
      subject: `Paranız iade edildi: ${sum(facts.sum)}`,
      title: 'Paranız iade edildi',
      text: [
        facts.isAll
          ? `${day(facts.issuedAt)} tarihli ödemenizin tamamı ${day(facts.refundedAt)} tarihinde iade edildi.`
          : `${day(facts.issuedAt)} tarihli ödemenizin bir kısmı ${day(facts.refundedAt)} tarihinde iade edildi.`,
        'Tutar, bankanıza bağlı olarak birkaç gün içinde kart hesabınızda görünür. İade, aboneliğinizi değiştirmez.',
      ],
      rows: [
        ['İade edilen tutar', sum(facts.sum)],
        [PLAN, name(facts.plan)],
        ['Fatura no', name(facts.number)],
      ],
      button: 'Faturayı görüntüle',
    }),
    webhook_failing: (facts, { minute, name }) => ({
      subject: `Webhook iletilemiyor: ${name(facts.host)}`,
      title: 'Webhook iletilemiyor',
      text: [
        `${name(facts.host)} adresine gönderilen bir olay, bütün denemelere karşın iletilemedi.`,
        `Alıcıyı düzeltin, sonra iletilemeyen olayları konsolda yeniden gönderin. Olaylar ${KEPT_DAYS} gün saklanır.`,
      ],
      rows: [
        ['Son deneme', minute(facts.failedAt)],
        ['Alıcının yanıtı', facts.httpStatus === null ? 'Yanıt gelmedi' : `HTTP ${facts.httpStatus}`],
      ],
      button: 'Konsolda aç',
    }),
    credentials_refused: (facts, { minute, name }) => {
      const provider = name(facts.provider === 'pay' ? PAY : ACCT);
      return {
        subject: `${provider} bağlantınız çalışmıyor`,
        title: `${provider} bağlantınız çalışmıyor`,
        text: [
          `${provider} kayıtlı anahtarlarınızı kabul etmiyor.`,
          facts.provider === 'pay'
            ? 'Yeni satışlar yapılamıyor ve yenilenen ödemeler okunamıyor. Anahtarları konsolda yeniden girin; bekleyen her şey kaldığı yerden sürer.'
            : 'Yeni belgeler düzenlenemiyor. Anahtarları konsolda yeniden girin; bekleyen belgeler kaldığı yerden düzenlenir.',
        ],
        rows: [['İlk ret', minute(facts.refusedAt)]],
        button: 'Konsolda aç',
      };
    },
    task_due: (facts, { day, sum, name }) => ({
      subject: `Son gün ${day(facts.deadline)}: ${TASKS_SAID.tr[facts.task]}`,
      title: 'Süresi dolmak üzere olan bir görev var',
      text: [TASKS_TO_DO.tr[facts.task]],
      rows: [
        ['Görev', TASKS_SAID.tr[facts.task]],
        ['Fatura no', name(facts.invoiceNumber)],
        ['İade edilen tutar', sum(facts.sum)],
        ['Son gün', day(facts.deadline)],
      ],
      button: 'Görevi aç',
    }),
    difference_found: (facts, { minute }) => ({
      subject: `${PAY} ile fark: ${DIFFERENCES_SAID.tr[facts.difference]}`,
      title: `${PAY} kayıtlarıyla bir fark bulundu`,
      text: [
        `Kayıtlarımız ile ${PAY} kayıtları birbirini tutmuyor. Siz istemeden hiçbir şey düzeltilmez; yapılabilecekler konsolda yazar.`,
      ],
      rows: [
        ['Fark', DIFFERENCES_SAID.tr[facts.difference]],
        ['Görülme', minute(facts.since)],
      ],
      button: 'Farkı aç',
    }),
    invited: (facts, { shop, minute, name }) => ({
      subject: `${shop} konsoluna davet edildiniz`,
      title: `${shop} konsoluna davet edildiniz`,
      text: [
        facts.by === null
          ? `${shop} aboneliklerinin yönetildiği konsola davet edildiniz.`
          : `${name(facts.by)} sizi ${shop} aboneliklerinin yönetildiği konsola davet etti.`,
        'Bağlantı bir kez kullanılır: açtığınızda bu cihazda bir geçiş anahtarı oluşturursunuz. Bu daveti beklemiyorsanız iletiyi dikkate almayın.',
      ],
      rows: [
        [
          facts.roles.length === 1 ? 'Rol' : 'Roller',
          facts.roles.map((role) => ROLES_SAID.tr[role]).join(', '),
        ],
        ['Geçerlilik sonu', minute(facts.expiresAt)],
      ],
      button: 'Daveti aç',
    }),
  },
};
