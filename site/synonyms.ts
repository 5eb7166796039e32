/**
 * Words that mean the same to who searches, in the languages of our readers. Each line is one thing; a word of it finds what
 * has any of them. Small letters; Turkish ones as they are written.
 */
export const SYNONYMS: readonly (readonly string[])[] = [
  ['cancel', 'cancellation', 'unsubscribe', 'iptal'],
  ['undo', 'take back', 'geri al', 'vazgeç'],
  ['upgrade', 'downgrade', 'plan change', 'change plan', 'plan değişikliği', 'yükselt', 'düşür'],
  ['prorate', 'proration', 'prorated', 'pro rata', 'kıstelyevm', 'kıst'],
  ['coupon', 'discount', 'promo', 'promotion', 'kupon', 'indirim'],
  ['pause', 'freeze', 'suspend', 'dondur', 'duraklat', 'askıya al'],
  ['refund', 'refunded', 'money back', 'iade'],
  ['invoice', 'receipt', 'fatura', 'e-arşiv', 'e-archive'],
  ['renewal', 'renew', 'recurring', 'yenileme', 'tahsilat'],
  ['retry', 'dunning', 'recovery', 'tekrar deneme'],
  ['grace', 'ek süre'],
  ['card', 'kart'],
  ['test card', 'test cards', 'test kartı', 'sandbox'],
  ['checkout', 'payment page', 'form', 'ödeme sayfası', 'ödeme formu'],
  ['trial', 'deneme süresi'],
  ['webhook', 'callback', 'notification', 'bildirim', 'olay'],
  ['signature', 'verify', 'hmac', 'imza', 'doğrula'],
  ['secret', 'sır', 'gizli anahtar'],
  ['key', 'api key', 'anahtar'],
  ['error', 'failure', 'code', 'hata', 'kod'],
  ['limit', 'rate limit', '429', 'throttle', 'sınır'],
  ['idempotency', 'repeat', 'duplicate', 'tekrar'],
  ['subscriber', 'subscription', 'abone', 'abonelik'],
  ['customer', 'müşteri'],
  ['plan', 'price', 'fiyat'],
  ['portal', 'self service', 'müşteri portalı'],
  ['import', 'migration', 'migrate', 'taşıma', 'içe aktar'],
  ['go live', 'going live', 'production', 'canlı', 'yayın'],
];

/** Endings without which a word is searched for, English and Turkish, the longer before the shorter. */
export const ENDINGS: readonly string[] = [
  ...['lerin', 'ların', 'lerde', 'larda', 'ation', 'leri', 'ları', 'ment', 'ing'],
  ...['ler', 'lar', 'nin', 'nın', 'den', 'dan', 'ed', 'es', 's'],
];
