import { comingPlan } from '../billing/plan-in-force.ts';
import { hasEnded } from '../billing/subscription.ts';
import { html } from '../pages/html.ts';
import type { HtmlPage } from '../pages/layout.ts';
import type { Message } from '../pages/message.ts';
import { retriedSaid } from '../pages/portal/overview.ts';
import { HOME, messagePage, pageOf, toSubscriptionSaid, undoSaid } from '../pages/portal/view.ts';
import { say } from '../pages/say.ts';
import { moment } from '../pages/words.ts';
import { doneMarked } from '../table/portal/sent-forms.ts';
import type { ShowApp, Visit } from './visit.ts';

/** Says what has been done, from the record and not from the address: what is not so, is not said. */
export function done(visit: Visit<ShowApp>): HtmlPage | undefined {
  const { view, one } = visit;
  const what = whatOf(visit);
  const said = what === undefined || !Object.hasOwn(SAID, what) ? undefined : SAID[what]?.(visit);
  const undo =
    what === 'cancelled' &&
    !hasEnded(one) &&
    html`<form method="post" action="/portal/undo"><input type="hidden" name="csrf" value="${view.csrf}"><input type="hidden" name="subscription" value="${one.id}"><button>${undoSaid()}</button></form>`;
  const further = html`<a class="button primary" href="${said ? pageOf('home', one) : HOME}">${toSubscriptionSaid()}</a>${undo}`;
  return said && messagePage(view, isOver(visit) ? 'info' : 'good', said, further);
}

/** Whether somebody comes back from a card form whose time was over. */
const isOver = ({ given }: Visit<ShowApp>): boolean => given.what === 'card' && given.status === 'error';

/**
 * What an address says was done: the card form leads back to the same one from every session, and of it we say nothing that is
 * so only if it was used.
 */
const whatOf = ({ view, given }: Visit<ShowApp>): string | undefined =>
  given.what === 'card' ? 'card' : doneMarked(view.csrf, given.what);

/** What is said of each act that was done; nothing where the record does not bear it out. */
const SAID: Readonly<Record<string, (visit: Visit<ShowApp>) => Message | undefined>> = {
  cancelled: ({ one }) => {
    const until = one.cancellation?.accessUntil;
    if (hasEnded(one)) return endedSaid();
    return typeof until === 'number' ? cancelledSaid(moment(until)) : undefined;
  },
  undone: ({ one }) => (one.cancellation || hasEnded(one) ? undefined : undoneSaid()),
  plan: ({ one }) => {
    const coming = comingPlan(one);
    return coming ? planLaterSaid(coming.plan.name, moment(coming.from)) : planSaid(one.plan.name);
  },
  card: (visit) => (isOver(visit) ? cardOverSaid() : cardSaid()),
  retry: ({ one }) => (one.status === 'PAYMENT_FAILED' ? retriedSaid() : undefined),
  details: () => ({
    title: say('Your details were saved', 'Bilgileriniz kaydedildi'),
    text: say('Your next invoice will use them.', 'Sonraki faturanız bu bilgilerle düzenlenir.'),
  }),
};

const endedSaid = (): Message => ({
  title: say('Your subscription has ended', 'Aboneliğiniz sona erdi'),
  text: say('You will not be charged again.', 'Sizden bir daha ücret alınmaz.'),
});

const cancelledSaid = (until: string): Message => ({
  title: say('Your subscription is cancelled', 'Aboneliğiniz iptal edildi'),
  text: say(
    `You will not be charged again. Your access ends on ${until}; until then everything stays as it is.`,
    `Sizden bir daha ücret alınmaz. Erişiminiz ${until} tarihinde biter; o zamana kadar her şey olduğu gibi kalır.`,
  ),
});

const undoneSaid = (): Message => ({
  title: say('Your subscription continues', 'Aboneliğiniz sürüyor'),
  text: say(
    'Your cancellation was undone. Nothing was charged.',
    'İptal geri alındı. Hiçbir ücret alınmadı.',
  ),
});

const planSaid = (plan: string): Message => ({
  title: say(`You are on ${plan} now`, `Artık ${plan} planındasınız`),
  text: say('The change was made.', 'Değişiklik yapıldı.'),
});

const planLaterSaid = (plan: string, from: string): Message => ({
  title: say(`${plan} starts on ${from}`, `${plan} planı ${from} tarihinde başlar`),
  text: say(
    'Nothing was charged today. Until then your plan stays as it is.',
    'Bugün ücret alınmadı. O tarihe kadar planınız olduğu gibi kalır.',
  ),
});

const cardSaid = (): Message => ({
  title: say('Thank you', 'Teşekkürler'),
  text: say(
    'If you entered a new card, it will be used from now on. An open payment is tried on it; this page shows the result within a minute.',
    'Yeni bir kart girdiyseniz bundan sonra o kullanılır. Bekleyen bir ödeme varsa o kartla denenir; bu sayfa bunu bir dakika içinde gösterir.',
  ),
});

const cardOverSaid = (): Message => ({
  title: say('That form has expired', 'O formun süresi doldu'),
  text: say(
    'If you entered a new card in time, it will be used from now on. If you did not, open a new form.',
    'Süresi içinde yeni bir kart girdiyseniz bundan sonra o kullanılır. Girmediyseniz yeni bir form açın.',
  ),
});
