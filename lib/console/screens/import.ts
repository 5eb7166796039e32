import { EXTERNAL_ID } from '../../limits.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { html } from '../../pages/html.ts';
import { findOpenDifference } from '../../comparison/close-by-hand.ts';
import type { Screen } from '../visit.ts';
import { planNames, sideSaid } from './difference-sides.ts';
import { actScreen } from './act-screen.ts';
import { field, tick } from './forms.ts';
import { facts, to } from './parts.ts';
import { say } from '../../pages/say.ts';
import { PAY } from '../../pages/console/provider-names.ts';

/** Importing a subscription that only the provider knows. */
export const importOne: Screen = actScreen({
  place: 'differences',
  needs: 'account',
  act: 'import',
  find: async ({ app, query }) => {
    const one = await findOpenDifference(app, query.id);
    if (one.kind !== 'unknown_here') throw new OperatorError('there is no such open difference');
    return { ...one, names: await planNames(app, true) };
  },
  title: () => say('Import a subscription', 'Aboneliği içe aktarma'),
  back: ({ id }) => [to('difference', { id }), say('Differences', 'Farklar')],
  intro: ({ reference, theirs, names }) =>
    facts([
      [say(`${PAY} reference`, `${PAY} referansı`), html`<code class="id">${reference}</code>`],
      [say(`At ${PAY}`, `${PAY} tarafında`), sideSaid(theirs, names)],
    ]),
  form: ({ id }) => ({ about: { id } }),
  asks: (
    of,
  ) => html`${field(of, 'externalId', say('Your own id of the person', 'Kişinin sizdeki kimliği'), { hint: say('As your system calls them; may be left empty', 'Sisteminizdeki adıyla; boş bırakılabilir'), isOptional: true, max: EXTERNAL_ID.unitsMax })}
${tick(of, 'announce', say('Tell the webhook, as SUBSCRIBED', 'Webhook’a SUBSCRIBED olarak bildir'))}`,
  does: () => ({
    ...{
      money: say(
        `Nothing now. ${PAY} keeps charging as it does.`,
        `Şimdi hiçbir şey olmaz. ${PAY} tahsilata olduğu gibi devam eder.`,
      ),
      provider: null,
    },
    ...{
      here: say(
        'A subscriber with its plan and customer. Invoices begin with its next payment; earlier ones stay where they were made.',
        'Planı ve müşterisiyle bir abone oluşur. Faturalar bir sonraki ödemeyle başlar; öncekiler kesildikleri yerde kalır.',
      ),
      sent: say('SUBSCRIBED, if ticked.', 'İşaretlenirse SUBSCRIBED.'),
    },
  }),
  button: () => say('Import it', 'İçe aktar'),
});
