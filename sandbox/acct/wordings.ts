import type { InEffect } from './behaviour.ts';

/**
 * The messages of refusals. Those for lines and the item type were observed; the others are ours, in the same style,
 * and can be replaced by the setting `wordings`.
 */
const wordings = {
  lineWithoutProduct: 'Ürün/hizmet doldurulmalı',
  itemType: 'Fatura türü kabul edilen bir kelime değil',
  currency: 'Döviz cinsi kabul edilen bir kelime değil',
  name: 'İsim doldurulmalı',
  accountType: 'Hesap türü kabul edilen bir kelime değil',
  issueDate: 'Düzenleme tarihi doldurulmalı',
  quantity: 'Miktar doldurulmalı',
  unitPrice: 'Birim fiyat doldurulmalı',
  vatRate: 'KDV oranı doldurulmalı',
  cashSale: 'Hesap bilgisi ve ödeme tarihi doldurulmalı',
  paymentAccount: 'Hesap doldurulmalı',
  paymentAmount: 'Tutar doldurulmalı',
  paymentCurrency: 'Hesabın döviz cinsi faturanınkinden farklı, kur doldurulmalı',
  city: 'Şehir doldurulmalı',
  district: 'İlçe doldurulmalı',
  taxNumber: 'Vergi numarası veya TC kimlik numarası geçersiz',
  shipment: 'Gönderi taşıyan bilgileri doldurulmalı',
  inbox: 'Alıcının e-Fatura adresi geçersiz',
  orderWithoutDate: 'Sipariş numarası ve sipariş tarihi birlikte doldurulmalı',
  internetSale: 'İnternet satış bilgileri doldurulmalı',
  documentExists: 'Faturanın resmi belgesi zaten var',
  official: 'Resmileştirilmiş fatura değiştirilemez',
  jobFailed: 'Belge oluşturulamadı',
  exemption: 'KDV muafiyet sebebi doldurulmalı',
  taxpayer: 'Alıcı e-Fatura mükellefidir, e-Arşiv oluşturulamaz',
  loginFailed: 'The provided authorization grant is invalid, expired or revoked.',
  clientFailed: 'Client authentication failed.',
  bearerFailed: 'The access token is invalid or has expired.',
} as const;

/** What one of the provider's messages is about. */
export type About = keyof typeof wordings;

/** The provider's message, or a test's replacement. */
export function wording(about: About, rules: InEffect): string {
  return rules.setting('wordings')?.[about] ?? wordings[about];
}
