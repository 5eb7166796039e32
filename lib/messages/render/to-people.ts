import { DAY_MS, WEBHOOK } from '../../limits.ts';
import { ACCT, PAY } from '../../pages/console/provider-names.ts';
import { say } from '../../pages/say.ts';
import { differenceSaid, roleSaid, taskSaid, taskToDoSaid } from '../../pages/work-words.ts';
import type { PeopleKind } from '../kinds.ts';
import type { Says } from './said.ts';

/** For how many days events are kept, to be sent again. */
const KEPT_DAYS = WEBHOOK.retentionMs / DAY_MS;

/** What a button is called that leads to the console. */
const inConsoleSaid = () => say('Open in the console', 'Konsolda aç');

/** What the tenant's people are told. */
export const TO_PEOPLE: Says<PeopleKind> = {
  webhook_failing: (facts, { minute, name }) => ({
    subject: say(
      `Webhooks are not delivered: ${name(facts.host)}`,
      `Webhook iletilemiyor: ${name(facts.host)}`,
    ),
    title: say('Webhooks are not delivered', 'Webhook iletilemiyor'),
    text: [
      say(
        `An event for ${name(facts.host)} could not be delivered by any of its attempts.`,
        `${name(facts.host)} adresine gönderilen bir olay, bütün denemelere karşın iletilemedi.`,
      ),
      say(
        `Mend the receiver, then send the undelivered events again from the console. Events are kept for ${KEPT_DAYS} days.`,
        `Alıcıyı düzeltin, sonra iletilemeyen olayları konsolda yeniden gönderin. Olaylar ${KEPT_DAYS} gün saklanır.`,
      ),
    ],
    rows: [
      [say('Last attempt', 'Son deneme'), minute(facts.failedAt)],
      [
        say('Receiver’s answer', 'Alıcının yanıtı'),
        facts.httpStatus === null ? say('No answer', 'Yanıt gelmedi') : `HTTP ${facts.httpStatus}`,
      ],
    ],
    button: inConsoleSaid(),
  }),
  credentials_refused: (facts, { minute, name }) => {
    const provider = name(facts.provider === 'pay' ? PAY : ACCT);
    return {
      subject: say(`Your connection to ${provider} does not work`, `${provider} bağlantınız çalışmıyor`),
      title: say(`Your connection to ${provider} does not work`, `${provider} bağlantınız çalışmıyor`),
      text: [
        say(
          `${provider} refuses the keys that are on record.`,
          `${provider} kayıtlı anahtarlarınızı kabul etmiyor.`,
        ),
        facts.provider === 'pay'
          ? say(
              'Nothing can be sold, and renewals cannot be read. Enter the keys again in the console; whatever waits then continues.',
              'Yeni satışlar yapılamıyor ve yenilenen ödemeler okunamıyor. Anahtarları konsolda yeniden girin; bekleyen her şey kaldığı yerden sürer.',
            )
          : say(
              'No documents can be made. Enter the keys again in the console; the documents that wait are then made.',
              'Yeni belgeler düzenlenemiyor. Anahtarları konsolda yeniden girin; bekleyen belgeler kaldığı yerden düzenlenir.',
            ),
      ],
      rows: [[say('First refused', 'İlk ret'), minute(facts.refusedAt)]],
      button: inConsoleSaid(),
    };
  },
  task_due: (facts, { day, sum, name }) => ({
    subject: say(
      `Due on ${day(facts.deadline)}: ${taskSaid(facts.task)}`,
      `Son gün ${day(facts.deadline)}: ${taskSaid(facts.task)}`,
    ),
    title: say('A task is due soon', 'Süresi dolmak üzere olan bir görev var'),
    text: [taskToDoSaid(facts.task)],
    rows: [
      [say('Task', 'Görev'), taskSaid(facts.task)],
      [say('Invoice no.', 'Fatura no'), name(facts.invoiceNumber)],
      [say('Refunded', 'İade edilen tutar'), sum(facts.sum)],
      [say('Due on', 'Son gün'), day(facts.deadline)],
    ],
    button: say('Open the task', 'Görevi aç'),
  }),
  difference_found: (facts, { minute }) => ({
    subject: say(
      `A difference from ${PAY}: ${differenceSaid(facts.difference)}`,
      `${PAY} ile fark: ${differenceSaid(facts.difference)}`,
    ),
    title: say(`A difference from ${PAY} was found`, `${PAY} kayıtlarıyla bir fark bulundu`),
    text: [
      say(
        `Our records and those of ${PAY} do not agree. Nothing is corrected without you; the console says what can be done.`,
        `Kayıtlarımız ile ${PAY} kayıtları birbirini tutmuyor. Siz istemeden hiçbir şey düzeltilmez; yapılabilecekler konsolda yazar.`,
      ),
    ],
    rows: [
      [say('Difference', 'Fark'), differenceSaid(facts.difference)],
      [say('Seen', 'Görülme'), minute(facts.since)],
    ],
    button: say('Open the difference', 'Farkı aç'),
  }),
  invited: (facts, { shop, minute, name }) => ({
    subject: say(`You were invited to the console of ${shop}`, `${shop} konsoluna davet edildiniz`),
    title: say(`You were invited to the console of ${shop}`, `${shop} konsoluna davet edildiniz`),
    text: [
      facts.by === null
        ? say(
            `You were invited to the console in which the subscriptions of ${shop} are managed.`,
            `${shop} aboneliklerinin yönetildiği konsola davet edildiniz.`,
          )
        : say(
            `${name(facts.by)} invited you to the console in which the subscriptions of ${shop} are managed.`,
            `${name(facts.by)} sizi ${shop} aboneliklerinin yönetildiği konsola davet etti.`,
          ),
      say(
        'The link works once: opening it, you make a passkey on your device. If you did not expect this invitation, ignore it.',
        'Bağlantı bir kez kullanılır: açtığınızda bu cihazda bir geçiş anahtarı oluşturursunuz. Bu daveti beklemiyorsanız iletiyi dikkate almayın.',
      ),
    ],
    rows: [
      [
        facts.roles.length === 1 ? say('Role', 'Rol') : say('Roles', 'Roller'),
        facts.roles.map((role) => roleSaid(role)).join(', '),
      ],
      [say('Valid until', 'Geçerlilik sonu'), minute(facts.expiresAt)],
    ],
    button: say('Open the invitation', 'Daveti aç'),
  }),
};
