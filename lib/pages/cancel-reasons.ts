import type { CancelReason } from '../billing/subscription.ts';
import type { Translated } from './language.ts';

/** Why somebody cancels, as customers choose it and as the tenant's people read it. */
export const CANCEL_REASON_WORDS: Translated<Readonly<Record<CancelReason, string>>> = {
  tr: {
    too_expensive: 'Fiyatı yüksek',
    missing_features: 'Aranan özellikler yok',
    switched_service: 'Başka bir hizmete geçildi',
    unused: 'Yeterince kullanılmıyor',
    low_quality: 'Kalitesi beklentinin altında',
    too_complex: 'Kullanımı zor',
    customer_service: 'Müşteri hizmetlerinden memnun kalınmadı',
    other: 'Başka bir neden',
  },
  en: {
    too_expensive: 'Too expensive',
    missing_features: 'Something is missing',
    switched_service: 'Moved to another service',
    unused: 'Not used enough',
    low_quality: 'Quality below expectations',
    too_complex: 'Too complicated',
    customer_service: 'Unhappy with customer service',
    other: 'Another reason',
  },
};
