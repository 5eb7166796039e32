import type { DifferenceKind } from '../billing/difference.ts';
import type { TaskKind } from '../billing/document-task.ts';
import { ACCT, PAY } from './console/provider-names.ts';
import { say } from './say.ts';

/** A role of a tenant's people. */
type Role = 'owner' | 'support' | 'finance' | 'developer' | 'read';

/** What a role of a tenant's people is called. */
export const roleSaid = (role: Role): string =>
  ({
    owner: say('Owner', 'Sahip'),
    support: say('Support', 'Destek'),
    finance: say('Finance', 'Finans'),
    developer: say('Developer', 'Geliştirici'),
    read: say('Reader', 'İzleyici'),
  })[role];

/** What a person has to do about a document, in a few words. */
export const taskSaid = (task: TaskKind): string =>
  ({
    cancel_document: say('cancel the document', 'belgeyi iptal et'),
    cancel_and_reissue: say('cancel the document and make a new one', 'belgeyi iptal edip yenisini düzenle'),
    await_return_invoice: say('wait for the buyer’s return invoice', 'alıcının iade faturasını bekle'),
    expense_note: say('make out an expense note', 'gider pusulası düzenle'),
  })[task];

/** What a person has to do about a document, and why. */
export const taskToDoSaid = (task: TaskKind): string =>
  ({
    cancel_document: say(
      `Cancel this document at ${ACCT} before the deadline: its whole invoice was refunded. After the deadline it can no longer be cancelled.`,
      `Bu belgeyi son güne kadar ${ACCT} üzerinden iptal edin: faturanın tamamı iade edildi. Sonrasında belge iptal edilemez.`,
    ),
    cancel_and_reissue: say(
      `Cancel this document at ${ACCT} before the deadline and make out a new one for what was kept. Or settle the part by an expense note or a return invoice.`,
      `Bu belgeyi son güne kadar ${ACCT} üzerinden iptal edin ve kalan tutar için yenisini düzenleyin. İsterseniz iade edilen kısmı gider pusulası ya da iade faturasıyla da kapatabilirsiniz.`,
    ),
    await_return_invoice: say(
      'The buyer makes out a return invoice for what was refunded. Remind them if it has not come after a week.',
      'İade edilen tutar için iade faturasını alıcı düzenler. Bir hafta içinde gelmezse hatırlatın.',
    ),
    expense_note: say(
      'Make out an expense note for what was refunded and have the customer sign it: the document is too old to be cancelled.',
      'İade edilen tutar için gider pusulası düzenleyin ve müşteriye imzalatın: belgenin iptal süresi geçmiş.',
    ),
  })[task];

/** What a difference between us and the payment provider is called. */
export const differenceSaid = (kind: DifferenceKind): string =>
  ({
    charged_after_cancellation: say('Charged after a cancellation', 'İptalden sonra tahsilat'),
    plan_differs: say('The plan differs', 'Plan farklı'),
    status_differs: say('The status differs', 'Durum farklı'),
    charge_without_invoice: say('A charge without an invoice', 'Faturasız tahsilat'),
    unknown_at_provider: say(`Unknown at ${PAY}`, `${PAY} tarafında bilinmiyor`),
    unknown_here: say('Unknown here', 'Burada bilinmiyor'),
    refund_unconfirmed: say(`A refund of which ${PAY} shows nothing`, `${PAY} tarafında görünmeyen iade`),
    second_subscription: say(
      'A second subscription of the same customer',
      'Aynı müşterinin ikinci aboneliği',
    ),
  })[kind];
