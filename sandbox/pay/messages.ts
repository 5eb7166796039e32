/**
 * The provider's messages by code, in its two languages. Codes marked "ours" are invented because no public source has
 * the real one: a merchant must not depend on them.
 */
const MESSAGES: Readonly<Record<string, readonly [tr: string, en: string]>> = {
  '1': ['Sistem hatası', 'System error'],
  '3': ['email gönderilmesi zorunludur', 'email must be sent'],
  '5': ['email formatı hatalı', 'email is malformed'],
  '8': ['identityNumber gönderilmesi zorunludur', 'identityNumber must be sent'],
  '11': ['Geçersiz istek', 'Invalid request'],
  '12': ['Kart numarası geçersizdir', 'Card number is invalid'],
  '13': ['Son kullanma ayı geçersizdir', 'Expiry month is invalid'],
  '14': ['Son kullanma yılı geçersizdir', 'Expiry year is invalid'],
  '15': ['Cvc geçersizdir', 'Cvc is invalid'],
  '16': ['Kart üzerindeki isim gönderilmesi zorunludur', 'Card holder name must be sent'],
  '17': ['Kartın son kullanma tarihi geçmiştir', 'The card has expired'],
  '18': ['identityNumber formatı hatalı', 'identityNumber is malformed'],
  '23': ['callbackUrl gönderilmesi zorunludur', 'callbackUrl must be sent'],
  '24': ['Zorunlu alan eksik', 'A mandatory field is missing'],
  '25': ['gsmNumber gönderilmesi zorunludur', 'gsmNumber must be sent'],
  '27': ['gsmNumber formatı hatalı', 'gsmNumber is malformed'],
  '1001': ['api bilgileri bulunamadı', 'API key not found'],
  '1006': ['apiKey gönderilmesi zorunludur', 'apiKey must be sent'],
  '1007': ['İmza gönderilmesi zorunludur', 'signature must be sent'],
  '1008': ['Authorization başlığı hatalı', 'Authorization header is malformed'],
  '1009': ['Authorization başlığı gönderilmesi zorunludur', 'Authorization header must be sent'],
  '5001': ['paymentTransactionId gönderilmesi zorunludur', 'paymentTransactionId must be sent'],
  '5002': ['paymentId gönderilmesi zorunludur', 'paymentId must be sent'],
  '5005': ['price 0 dan büyük olmalıdır', 'price must be greater than 0'],
  '5087': ['Ödeme bulunamadı', 'Payment not found'],
  '5088': ['Ödeme kırılım kaydı bulunamadı', 'Payment transaction not found'], // code ours
  '5266': ['Bu işlem yalnızca standart üye işyerleri içindir', 'Only for standard merchants'],
  '5901': ['Ödemenin tamamı iade edilmiş', 'The payment has been refunded already'], // ours
  '5902': ['İade tutarı kalan tutardan büyük', 'The amount is above what is left'], // ours
  '5903': ['Ödeme iade edilemeyecek kadar eski', 'The payment is too old to be refunded'], // ours
  '5904': ['Bakiyeniz iade için yetersiz', 'Your balance is too small for the refund'], // ours
  '5905': ['Raporlama bu hesap için kapalı', 'Reporting is switched off for this account'], // ours
  '5184': [
    'Yurt içi kartlarla yabancı para ödeme yapılamaz',
    'Domestic cards cannot pay in a foreign currency',
  ],
  '50000': ['İstek limiti aşıldı', 'Request Limit Exceeded'],
  '100001': ['Sistem hatası', 'System error'],
  '200310': ['Geçersiz telefon numarası', 'Invalid phone number'],
  '200300': ['Müşteri bulunamadı', 'Customer not found'], // ours
  '200350': ['Müşterinin kartı olmalı', 'The customer must have a card'], // code ours
  '200351': ['Müşterinin aktif aboneliği olmalı', 'The customer must have an active subscription'], // ours
  '201000': ['Ürün bulunamadı', 'Product not found'], // ours
  '201001': ['Ürün zaten var', 'Product already exists'],
  '201002': ['Ürün silinmek için uygun değil.', 'The product cannot be deleted.'], // ours
  '201050': ['Ödeme planı bulunamadı', 'Pricing plan not found'], // ours
  '201051': ['Ödeme planı zaten var.', 'Pricing plan already exists.'],
  '201054': ['Ödeme planı silinemez.', 'The pricing plan cannot be removed.'], // ours
  '201053': ['Ödeme planı silinmek için uygun değil.', 'The pricing plan cannot be deleted.'],
  '201400': ['Abonelik bulunamadı', 'Subscription not found'],
  '201401': ['Bu abonelik aktifleştirilemez.', 'This subscription cannot be activated.'], // ours
  '201402': ['Bu abonelik yükseltilemez.', 'This subscription cannot be upgraded.'],
  '201403': ['Bu abonelik iptal edilemez.', 'This subscription cannot be cancelled.'],
  '201406': [
    'Abonelik farklı ödeme sıklığına sahip ödeme plana yükseltilemez.',
    'A subscription cannot be upgraded to a plan with another payment interval.',
  ],
  '201450': ['Ödeme bulunamadı', 'Order not found'], // ours
  '201451': ['Bu ödeme tekrar denenemez.', 'This order cannot be retried.'], // ours
  '201600': ['Ödeme Formu Bulunamadı', 'Payment form not found'],
  '201601': ['Ödeme formu tamamlanmamış.', 'Payment form is not completed.'],
  '10005': ['İşlem onaylanmadı', 'Do not honour'],
  '10012': ['Geçersiz işlem', 'Invalid transaction'],
  '10034': ['Dolandırıcılık şüphesi', 'Fraud suspect'],
  '10041': ['Kayıp kart, karta el koyunuz', 'Lost card'],
  '10043': ['Çalıntı kart, karta el koyunuz', 'Stolen card'],
  '10051': ['Kart limiti yetersiz, yetersiz bakiye', 'Insufficient card limit, insufficient balance'],
  '10054': ['Vadesi dolmuş kart', 'Expired card'],
  '10057': ['Kart sahibi bu işlemi yapamaz', 'Not permitted to card holder'],
  '10058': ['Terminalin bu işlemi yapmaya yetkisi yok', 'Not permitted to terminal'],
  '10084': ['CVC2 bilgisi hatalı', 'Wrong CVC2'],
  '10202': ['Ödeme işlemi esnasında genel bir hata oluştu', 'A general error occurred during the payment'],
  '10220': ['Ödeme alınamadı', 'Declined'],
  '10223': ['Önce gün sonu yapılmalıdır', 'The end of the day has to be made first'],
  '10246': ['İade şu anda yapılamıyor, daha sonra deneyiniz', 'Cannot be refunded now, try later'],
  '10217': ['Banka kartları ile abonelik başlatılamaz', 'Debit cards are not accepted for subscriptions'],
};

const AUTHENTICATION = ['Doğrulama anahtarı geçersiz', 'Authentication token is not verified'] as const;

/** A language that the provider answers in. */
export type Locale = 'tr' | 'en';

/** The words of an error code; an unknown code has the most general ones. */
export function message(code: string, locale: Locale): string {
  const [tr, en] = MESSAGES[code] ?? ['İşlem onaylanmadı', 'Not approved'];
  return locale === 'en' ? en : tr;
}

/** Code 8 has two meanings; this is the one of a wrong signature. */
export function authenticationMessage(locale: Locale): string {
  return locale === 'en' ? AUTHENTICATION[1] : AUTHENTICATION[0];
}
