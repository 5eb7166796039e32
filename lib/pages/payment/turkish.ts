import type { PaymentWords } from './wording.ts';

/** The payment page's Turkish words. */
export const turkish: PaymentWords = {
  subscribeTo: (plan) => `${plan} aboneliği`,
  replaceCard: 'Kartınızı değiştirin',
  replaceCardOf: (plan) => `${plan} aboneliğinizin kartını değiştirin`,
  trial: 'Ücretsiz deneme',
  days: (count) => `${count} gün`,
  firstPayment: 'İlk ödeme',
  nextPayment: 'Sonraki ödeme',
  amountOn: (amount, date) => `${date}, ${amount}`,
  dueToday: 'Bugün ödenecek',
  renews: (every) => `Siz iptal edene kadar ${every} yenilenir.`,
  renewsAfterTrial: (every, date) =>
    `Denemeden sonra, siz iptal edene kadar ${every} yenilenir. ${date} tarihinden önce iptal ederseniz ücret alınmaz.`,
  chargedToCard: {
    failed: (amount) => `Alınamayan ${amount} tutarındaki ödeme yeni kartınızla yeniden denenir.`,
    first: (amount) => `Aboneliğiniz başlar ve ${amount} tutarındaki ilk ödeme yeni kartınızla alınır.`,
    nothing: () =>
      'Aboneliğiniz için şimdi ücret alınmaz. Bankanız küçük bir kontrol tutarı gösterebilir; bu tutar hemen iade edilir.',
  },
  payer: (email) => `Hesap: ${email}`,
  payment: 'Ödeme bilgileri',
  card: 'Kart bilgileri',
  loading: 'Güvenli form yükleniyor…',
  slow: {
    title: 'Beklenenden uzun sürüyor',
    text: 'Ödeme kuruluşunun formu henüz gelmedi. Bağlantınız yavaş olabilir.',
  },
  blocked: {
    title: 'Ödeme formu yüklenemedi',
    text: 'Bu sayfayı açmakla sizden ücret alınmadı. Bağlantınızı kontrol edin, içerik engelleyicileri bu sayfa için kapatın ve yeniden deneyin.',
  },
  tryAgain: 'Yeniden dene',
  over: {
    title: 'Bu sayfanın süresi doldu',
    text: 'Kartınızı az önce gönderdiyseniz biraz bekleyin: mağazaya yönlendirileceksiniz. Göndermediyseniz, başka bir yerde ödeme yapmadan önce sonucu görün.',
  },
  seeResult: 'Sonucu gör',
  openUntil: 'Bu sayfa şu saate kadar açık:',
  needsJavaScript: 'Ödeme formu için JavaScript gerekir. Bu sayfa için açın ve sayfayı yeniden yükleyin.',
  safe: (shop) => `Kart bilgileriniz doğrudan ödeme kuruluşuna iletilir; ${shop} bunları görmez.`,
  backTo: (shop) => `${shop} sitesine dön`,
  backToShop: 'Mağazaya dön',
  backToSubscription: 'Aboneliğime dön',
  continueTo: (shop) => `${shop} sitesine devam et`,
  checkPayment: 'Ödememi kontrol et',
  paid: {
    title: 'Aboneliğiniz hazır',
    text: 'Ödemeniz alındı. Burada yapmanız gereken bir şey kalmadı.',
  },
  trialBegun: {
    title: 'Ücretsiz denemeniz başladı',
    text: 'Bugün sizden ücret alınmadı. Burada yapmanız gereken bir şey kalmadı.',
  },
  refused: (shop) => ({
    title: 'Bankanız ödemeyi onaylamadı',
    text: `Ödeme alınmadı. ${shop} sitesinde bu abonelik için başka bir kart girebilirsiniz.`,
  }),
  failed: (shop) => ({
    title: 'Ödeme tamamlanmadı',
    text: `Burada ödeme alınmadı ve bu sayfa artık kullanılamaz. ${shop} sitesinde yeniden başlayabilirsiniz.`,
  }),
  bankMessage: 'Bankanın yanıtı',
  unpaid: (shop) => ({
    title: 'Bu ödemenin süresi doldu',
    text: `Ödeme kuruluşunda bu sayfadan yapılmış bir ödeme görünmüyor. Bankanız yine de bir ödeme gösteriyorsa yeniden ödemeyin: ${shop} bunu kontrol edebilir.`,
  }),
  retired: (shop) => ({
    title: 'Bu plan artık satılmıyor',
    text: `Bu sayfayı açmakla sizden ücret alınmadı. ${shop} sitesinde başka bir plan seçebilirsiniz.`,
  }),
  unsettled: {
    title: 'Bu ödemenin süresi doldu',
    text: 'Kartınızı gönderdiyseniz ödemeniz alınmış olabilir. Kontrol etmeden yeniden ödemeyin.',
  },
  cardReturned:
    'Bu formdan daha önce geçtiniz. Yeni bir kart girdiyseniz bundan sonra o kullanılır ve burada yapmanız gereken bir şey kalmadı.',
  cardOver: (shop) => ({
    title: 'Bu formun süresi doldu',
    text: `Yeni bir kart girdiyseniz bundan sonra o kullanılır. Girmediyseniz ${shop} sitesinden yeni bir form isteyin.`,
  }),
  cardOverAtPortal: {
    title: 'Bu formun süresi doldu',
    text: 'Yeni bir kart girdiyseniz bundan sonra o kullanılır. Girmediyseniz aboneliğinizden yeni bir form açın.',
  },
  checking: {
    title: 'Ödemeniz kontrol ediliyor',
    text: 'Yeniden ödemeyin. Sayfayı açık bırakın: çoğunlukla birkaç saniye içinde kendiliğinden devam eder.',
  },
  stillUnknown: {
    title: 'Ödemenizin alınıp alınmadığı henüz bilinmiyor',
    text: 'Ödeme kuruluşu bunu henüz bildirmedi. Yeniden ödemeyin: ödemeniz araştırılıyor ve burada beklemeniz gerekmiyor; mağaza sonucu hemen öğrenecek.',
  },
  returning: {
    title: 'Gönderdikleriniz kontrol ediliyor',
    text: 'Bu bir dakika sürebilir. Sayfayı açık bırakın: kendiliğinden devam eder.',
  },
  unavailable: {
    title: 'Bu sayfa şu anda gösterilemiyor',
    text: 'Bir dakika içinde kendiliğinden yeniden yüklenir. Bu sayfayı açmakla sizden ücret alınmadı.',
  },
  stopped: {
    title: 'Bu sayfa şu anda gösterilemiyor',
    text: 'Artık kendiliğinden yüklenmiyor. Ödeme yaptıysanız ya da kart gönderdiyseniz hiçbir şey kaybolmadı: mağaza bunu görecek. Mağazaya dönün ve yeniden ödemeden önce orada sorun.',
  },
  told: {
    noAnswer:
      'Ödeme kuruluşu zamanında yanıt vermedi. Ödemenin sonucu bilinmiyor ve araştırılıyor; yeniden ödemeyin.',
    notYet: 'Ödemenin alınıp alınmadığı henüz bilinmiyor. Sonuç araştırılıyor; yeniden ödemeyin.',
    noAccount:
      'Mağazanın ödeme kuruluşundaki hesabı şu anda çalışmıyor; bu yüzden ödemenin alınıp alınmadığı henüz bilinmiyor. Sonuç araştırılacak; yeniden ödemeyin.',
    formExpired: 'Formun süresi doldu.',
    notCompleted: 'Ödeme tamamlanmadı.',
  },
  goOn: 'Şimdi devam et',
  unknown: {
    title: 'Bu sayfa bulunamadı',
    text: 'Adres eksik ya da çok eski. Bu sayfayı açmakla sizden ücret alınmadı.',
    paidAlready:
      'Daha önce ödeme yaptıysanız ödemeniz kaybolmadı: mağaza bunu görebilir. Yeniden ödemeden önce mağazaya sorun.',
  },
};
