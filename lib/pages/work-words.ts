import type { DifferenceKind } from '../billing/difference.ts';
import type { TaskKind } from '../billing/document-task.ts';
import { ACCT, PAY } from './console/provider-names.ts';
import type { Translated } from './language.ts';

/** What the roles of a tenant’s people are called. */
export const ROLES_SAID: Translated<
  Readonly<Record<'owner' | 'support' | 'finance' | 'developer' | 'read', string>>
> = {
  tr: {
    owner: 'Sahip',
    support: 'Destek',
    finance: 'Finans',
    developer: 'Geliştirici',
    read: 'İzleyici',
  },
  en: {
    owner: 'Owner',
    support: 'Support',
    finance: 'Finance',
    developer: 'Developer',
    read: 'Reader',
  },
};

/** What a person has to do about a document, in a few words. */
export const TASKS_SAID: Translated<Readonly<Record<TaskKind, string>>> = {
  tr: {
    cancel_document: 'belgeyi iptal et',
    cancel_and_reissue: 'belgeyi iptal edip yenisini düzenle',
    await_return_invoice: 'alıcının iade faturasını bekle',
    expense_note: 'gider pusulası düzenle',
  },
  en: {
    cancel_document: 'cancel the document',
    cancel_and_reissue: 'cancel the document and make a new one',
    await_return_invoice: 'wait for the buyer’s return invoice',
    expense_note: 'make out an expense note',
  },
};

/** What a person has to do about a document, and why. */
export const TASKS_TO_DO: Translated<Readonly<Record<TaskKind, string>>> = {
  tr: {
    cancel_document: `Bu belgeyi son güne kadar ${ACCT} üzerinden iptal edin: faturanın tamamı iade edildi. Sonrasında belge iptal edilemez.`,
    cancel_and_reissue: `Bu belgeyi son güne kadar ${ACCT} üzerinden iptal edin ve kalan tutar için yenisini düzenleyin. İsterseniz iade edilen kısmı gider pusulası ya da iade faturasıyla da kapatabilirsiniz.`,
    await_return_invoice:
      'İade edilen tutar için iade faturasını alıcı düzenler. Bir hafta içinde gelmezse hatırlatın.',
    expense_note:
      'İade edilen tutar için gider pusulası düzenleyin ve müşteriye imzalatın: belgenin iptal süresi geçmiş.',
  },
  en: {
    cancel_document: `Cancel this document at ${ACCT} before the deadline: its whole invoice was refunded. After the deadline it can no longer be cancelled.`,
    cancel_and_reissue: `Cancel this document at ${ACCT} before the deadline and make out a new one for what was kept. Or settle the part by an expense note or a return invoice.`,
    await_return_invoice:
      'The buyer makes out a return invoice for what was refunded. Remind them if it has not come after a week.',
    expense_note:
      'Make out an expense note for what was refunded and have the customer sign it: the document is too old to be cancelled.',
  },
};

/** What a difference between us and the payment provider is called. */
export const DIFFERENCES_SAID: Translated<Readonly<Record<DifferenceKind, string>>> = {
  tr: {
    charged_after_cancellation: 'İptalden sonra tahsilat',
    plan_differs: 'Plan farklı',
    status_differs: 'Durum farklı',
    charge_without_invoice: 'Faturasız tahsilat',
    unknown_at_provider: `${PAY} tarafında bilinmiyor`,
    unknown_here: 'Burada bilinmiyor',
    refund_unconfirmed: `${PAY} tarafında görünmeyen iade`,
    second_subscription: 'Aynı müşterinin ikinci aboneliği',
  },
  en: {
    charged_after_cancellation: 'Charged after a cancellation',
    plan_differs: 'The plan differs',
    status_differs: 'The status differs',
    charge_without_invoice: 'A charge without an invoice',
    unknown_at_provider: `Unknown at ${PAY}`,
    unknown_here: 'Unknown here',
    refund_unconfirmed: `A refund of which ${PAY} shows nothing`,
    second_subscription: 'A second subscription of the same customer',
  },
};
