import type { InvoiceStatus } from '../billing/invoice.ts';
import type { HistoryEntry } from '../billing/timeline.ts';
import { say } from '../pages/say.ts';
import type { RefundDocument, RefundReason, RefundState } from '../billing/refund.ts';
import type { Role } from '../table/people/people.ts';
import type { AuditEntry } from '../table/people/audit.ts';
import { ACCT, PAY } from '../pages/console/provider-names.ts';

/** What each role may, for whoever gives it. */
export const ROLE_MEANINGS = (): Readonly<Record<Role, string>> => ({
  owner: say('Everything, and people.', 'Her şey ve kişiler.'),
  support: say(
    'Portal links, cancelling and undoing, plan changes, payments tried again.',
    'Portal bağlantısı, iptal ve geri alma, plan değişikliği, ödemeyi yeniden deneme.',
  ),
  finance: say('Refunds, tasks, and differences settled.', 'İadeler, görevler ve farkların çözülmesi.'),
  developer: say(
    'Events sent again, webhook, keys, providers, plans taken over. Moves no money.',
    'Olayların yeniden gönderilmesi, webhook, anahtarlar, sağlayıcılar, planların alınması. Para hareketi yapmaz.',
  ),
  read: say(
    'Sees everything that is not secret, changes nothing.',
    'Gizli olmayan her şeyi görür, hiçbir şeyi değiştirmez.',
  ),
});

/** A subscription's status: how it is marked, and its words. */
export const STATUS_WORDS = (): Readonly<
  Record<string, readonly ['good' | 'warm' | 'bad' | 'over', string]>
> => ({
  PENDING: ['warm', say('Waiting for bank', 'Banka bekleniyor')],
  ACTIVE: ['good', say('Active', 'Sürüyor')],
  PAYMENT_FAILED: ['bad', say('Payment failed', 'Ödeme alınamadı')],
  CANCELLED: ['over', say('Ended by cancellation', 'İptalle sona erdi')],
  EXPIRED: ['over', say('Ended', 'Sona erdi')],
});

/** An event's state. */
export const EVENT_WORDS = (): Readonly<
  Record<string, readonly ['good' | 'warm' | 'bad' | 'over', string]>
> => ({
  DELIVERED: ['good', say('Delivered', 'İletildi')],
  PENDING: ['warm', say('Waiting', 'Bekliyor')],
  EXHAUSTED: ['bad', say('Not delivered', 'İletilemedi')],
  SKIPPED: ['over', say('Skipped', 'Atlandı')],
});

/** An invoice's status. */
export const INVOICE_WORDS = (): Readonly<
  Record<InvoiceStatus, readonly ['good' | 'warm' | 'bad' | 'over', string]>
> => ({
  PENDING: ['warm', say('Waiting', 'Bekliyor')],
  PAID: ['good', say('Paid', 'Ödendi')],
  FAILED: ['bad', say('Failed', 'Alınamadı')],
  VOID: ['over', say('Void', 'Geçersiz')],
  REFUNDED: ['over', say('Refunded', 'İade edildi')],
});

/** A refund's state. */
export const REFUND_WORDS = (): Readonly<
  Record<RefundState, readonly ['good' | 'warm' | 'bad', string]>
> => ({
  SUCCEEDED: ['good', say('Refunded', 'İade edildi')],
  PENDING: ['warm', say('Being looked up', 'Sonucu soruluyor')],
  FAILED: ['bad', say('Not made', 'Yapılamadı')],
});

/** Why money is given back. */
export const REFUND_REASON_WORDS = (): Readonly<Record<RefundReason, string>> => ({
  BUYER_REQUEST: say('The customer asked', 'Müşteri istedi'),
  DOUBLE_PAYMENT: say('Paid twice', 'İki kez ödenmiş'),
  FRAUD: say('Fraud', 'Dolandırıcılık'),
  OTHER: say('Other', 'Diğer'),
});

/** What becomes of the document of what was given back. */
export const REFUND_DOCUMENT_SAID = (): Readonly<Record<RefundDocument['state'], string>> => ({
  pending: say('In progress', 'Hazırlanıyor'),
  none_needed: say('None needs correcting', 'Düzeltme gerekmiyor'),
  adjusted: say('Made for what was kept', 'Kalan tutar için düzenlendi'),
  cancelled: say('Cancelled', 'İptal edildi'),
  separate: say('By an expense note or a return invoice', 'Gider pusulası ya da iade faturasıyla'),
  task: say('A person has to do it', 'Bir kişinin ilgilenmesi gerekiyor'),
});

/** What happened, in a timeline. */
export const TIMELINE_SAID = (): Readonly<Record<HistoryEntry['what'], string>> => ({
  subscribed: say('Subscribed', 'Abonelik başladı'),
  renewed: say('Renewed', 'Yenilendi'),
  payment_failed: say('Payment failed', 'Ödeme alınamadı'),
  payment_retried: say('Payment tried again', 'Ödeme yeniden denendi'),
  refunded: say('Refunded', 'Para iade edildi'),
  message_sent: say('Message sent', 'İleti gönderildi'),
  plan_changed: say('Plan changed', 'Plan değişti'),
  cancelled: say('Cancelled', 'İptal edildi'),
  undone: say('Cancellation undone', 'İptal geri alındı'),
  ended: say('Ended', 'Sona erdi'),
  card_replaced: say('Card replaced', 'Kart değişti'),
  card_form_returned: say('Back from the card form', 'Kart formundan dönüldü'),
  customer_corrected: say('Customer corrected', 'Müşteri bilgileri düzeltildi'),
  status_taken_over: say(`Status taken over from ${PAY}`, `Durum ${PAY} kayıtlarından alındı`),
});

/** Who or what brought a change about. */
export function causeSaid({ by, id, who, through }: HistoryEntry['causedBy']): string {
  const somebody = who ?? say('somebody', 'bir kişi');
  const said = {
    request: say(`API request ${id ?? ''}`, `API isteği ${id ?? ''}`).trim(),
    notification: say(`${PAY}’s notification`, `${PAY} bildirimi`),
    schedule: say('our schedule', 'zamanlanmış işlem'),
    operator: say('an operator of the service', 'servisi işleten'),
    customer:
      through === 'person'
        ? say(
            `the customer, in the portal, by a link from ${somebody}`,
            `müşteri, portalda, ${somebody} tarafından oluşturulan bağlantıyla`,
          )
        : say('the customer, in the portal', 'müşteri, portalda'),
    person: say(`${somebody}, in the console`, `${somebody}, konsolda`),
  } as const;
  return said[by];
}

/** What an entry of the audit list tells. */
export const AUDIT_SAID = (): Readonly<Record<AuditEntry['what'], string>> => ({
  signed_in: say('Signed in', 'Giriş yaptı'),
  operator_came: say('Opened the console as an operator', 'Servisi işleten olarak konsolu açtı'),
  sign_in_refused: say('Sign-in refused', 'Giriş reddedildi'),
  signed_out: say('Signed out', 'Çıkış yaptı'),
  session_ended: say('Ended a session', 'Oturum sonlandırdı'),
  sessions_ended: say('Ended all sessions', 'Bütün oturumları sonlandırdı'),
  invited: say('Invited', 'Davet etti'),
  invitation_withdrawn: say('Withdrew an invitation', 'Daveti geri çekti'),
  confirmed: say('Confirmed by passkey', 'Geçiş anahtarıyla onayladı'),
  passkey_added: say('Added a passkey', 'Geçiş anahtarı ekledi'),
  passkey_removed: say('Removed a passkey', 'Geçiş anahtarı kaldırdı'),
  roles_changed: say('Changed roles', 'Rolleri değiştirdi'),
  removed: say('Removed', 'Kişiyi kaldırdı'),
  acted: say('Did', 'Yaptı'),
  customer_acted: say('By a link of theirs a customer did', 'Oluşturduğu bağlantıyla müşteri yaptı'),
  refused: say('Refused', 'Reddedildi'),
});

/** What everything that somebody can do is called, by the name of the act. */
export const ACT_WORDS = (): Readonly<Record<string, string>> => ({
  cancel: say('Cancel', 'Abonelik iptali'),
  'cancel-here': say('Cancel in our records alone', 'Yalnız bizim kayıtlarımızda iptal'),
  undo: say('Undo a cancellation', 'İptali geri alma'),
  reconcile: say(`Read again from ${PAY}`, `${PAY} kayıtlarını yeniden okuma`),
  retry: say('Try a payment', 'Ödemeyi yeniden deneme'),
  'update-card': say('Open a card form', 'Kart formu açma'),
  'correct-customer': say('Correct the customer’s details', 'Müşteri bilgilerini düzeltme'),
  'portal-link': say('Make a portal link', 'Portal bağlantısı oluşturma'),
  'preview-change': say('Look at a plan change', 'Plan değişikliğine bakma'),
  'change-plan': say('Change the plan', 'Plan değişikliği'),
  refund: say('Refund', 'Para iadesi'),
  import: say('Import a subscription', 'Aboneliği içe aktarma'),
  'close-difference': say('Close a difference', 'Farkı kapatma'),
  'finish-task': say('Finish a task', 'Görevi tamamlama'),
  'replay-event': say('Send an event again', 'Olayı yeniden gönderme'),
  'replay-range': say('Send many events again', 'Olayları toplu yeniden gönderme'),
  'set-webhook': say('Set the webhook', 'Webhook adresini değiştirme'),
  'clear-webhook': say('Remove the webhook', 'Webhook adresini kaldırma'),
  'test-webhook': say('Send an example', 'Örnek gönderme'),
  'rotate-secret': say('Replace the webhook’s secret', 'Webhook gizli anahtarını değiştirme'),
  'finish-rotation': say('Finish replacing the secret', 'Gizli anahtar değişimini bitirme'),
  'create-key': say('Create a key', 'Anahtar oluşturma'),
  'rotate-key': say('Replace a key', 'Anahtarı değiştirme'),
  'revoke-key': say('Revoke a key', 'Anahtarı iptal etme'),
  'connect-pay': say(`Connect ${PAY}`, `${PAY} bağlama`),
  'connect-acct': say(`Connect ${ACCT}`, `${ACCT} bağlama`),
  'sync-plans': say('Take over the plans', 'Planları alma'),
  'set-recovery': say('Set the retries of failed payments', 'Yeniden deneme ayarı'),
  'set-portal': say('Set the portal', 'Portal ayarı'),
  'set-brand': say('Set the brand', 'Marka ayarı'),
  'set-messages': say('Set messages', 'İletileri ayarlama'),
  'test-message': say('Send a test message', 'Deneme iletisi gönderme'),
  'set-logo': say('Set the logo', 'Logo kaydetme'),
  'remove-logo': say('Remove the logo', 'Logo kaldırma'),
  'set-grace': say('Set the grace and VAT of a plan', 'Ek süre ve KDV ayarı'),
  'set-features': say('Set what a plan includes', 'Planın içeriği'),
  invite: say('Invite', 'Davet'),
  'invite-again': say('Invite again', 'Yeniden davet'),
  'set-roles': say('Change roles', 'Rol değişikliği'),
  'remove-person': say('Remove a person', 'Kişiyi kaldırma'),
  'add-passkey': say('Add a passkey', 'Geçiş anahtarı ekleme'),
  'remove-passkey': say('Remove a passkey', 'Geçiş anahtarını kaldırma'),
  'end-session': say('End a session', 'Oturumu sonlandırma'),
  'end-sessions': say('End all sessions', 'Bütün oturumları sonlandırma'),
});

/** What somebody did or tried to do, by the name of the act; one of an older release is named as it was. */
export const actSaid = (act: string): string => ACT_WORDS()[act] ?? act;

/** What stands on a page after an act, by the `done` of its address. */
export const DONE_WORDS = (): Readonly<Record<string, string>> => ({
  cancelled: say(
    'Cancelled. It ends with the paid period, and can be undone until shortly before.',
    'İptal edildi. Ödenmiş dönemin sonunda biter; bitişten az öncesine kadar geri alınabilir.',
  ),
  'cancelled-here': say(
    `Cancelled in our records alone. ${PAY} keeps charging.`,
    `Yalnız bizim kayıtlarımızda iptal edildi. ${PAY} tahsilatı sürdürür.`,
  ),
  ended: say('Cancelled. It has ended.', 'İptal edildi. Abonelik sona erdi.'),
  undone: say(
    'The cancellation is undone. It renews as before.',
    'İptal geri alındı. Abonelik eskisi gibi yenilenir.',
  ),
  changed: say('The plan is changed.', 'Plan değiştirildi.'),
  refunded: say(
    'The refund was made. The customer sees it within a few days.',
    'Para iade edildi. Müşteri birkaç gün içinde görür.',
  ),
  'refund-pending': say(
    'The refund is under way; its outcome is being looked up. Do not make it again.',
    'İade sürüyor; sonucu soruluyor. Yeniden iade yapmayın.',
  ),
  tried: say(
    'The payment is being tried. Its result is here in a moment: load the page again.',
    'Ödeme deneniyor. Sonucu birazdan burada görünür: sayfayı yenileyin.',
  ),
  read: say(
    `Read again from ${PAY}. What it knows is on this page.`,
    `${PAY} kayıtları yeniden okundu. Bilinen her şey bu sayfada.`,
  ),
  closed: say('Closed.', 'Kapatıldı.'),
  imported: say('Imported.', 'İçe aktarıldı.'),
  'task-done': say('Noted as done.', 'Yapıldı olarak kaydedildi.'),
  replayed: say('It is sent again now.', 'Şimdi yeniden gönderiliyor.'),
  set: say('Saved.', 'Kaydedildi.'),
  connected: say('Connected. The credentials work.', 'Bağlandı. Bilgiler çalışıyor.'),
  rotated: say(
    'Finished. The new secret signs alone.',
    'Tamamlandı. Artık yalnız yeni gizli anahtar imzalıyor.',
  ),
  removed: say('Removed.', 'Kaldırıldı.'),
  revoked: say(
    'Revoked. It is refused everywhere within a minute.',
    'İptal edildi. Bir dakika içinde her yerde reddedilir.',
  ),
  roles: say('The roles are changed. They count from now on.', 'Roller değişti. Şu andan itibaren geçerli.'),
  passkey: say(
    'The passkey is added. It signs in from now on.',
    'Geçiş anahtarı eklendi. Artık onunla giriş yapılabilir.',
  ),
  'session-ended': say('The session is ended.', 'Oturum sonlandırıldı.'),
  'sessions-ended': say('The sessions are ended.', 'Oturumlar sonlandırıldı.'),
  saved: say('Saved.', 'Kaydedildi.'),
});
