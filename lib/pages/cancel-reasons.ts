import type { CancelReason } from '../billing/subscription.ts';
import { say } from './say.ts';

/** Why somebody cancels, as customers choose it and as the tenant's people read it. */
export const cancelReasonSaid = (reason: CancelReason): string =>
  ({
    too_expensive: say('Too expensive', 'Fiyatı yüksek'),
    missing_features: say('Something is missing', 'Aranan özellikler yok'),
    switched_service: say('Moved to another service', 'Başka bir hizmete geçildi'),
    unused: say('Not used enough', 'Yeterince kullanılmıyor'),
    low_quality: say('Quality below expectations', 'Kalitesi beklentinin altında'),
    too_complex: say('Too complicated', 'Kullanımı zor'),
    customer_service: say('Unhappy with customer service', 'Müşteri hizmetlerinden memnun kalınmadı'),
    other: say('Another reason', 'Başka bir neden'),
  })[reason];
