import { EXTERNAL_ID } from '../../limits.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { html } from '../../pages/html.ts';
import { findOpenDifference } from '../../reconciliation/close-by-hand.ts';
import { say } from '../say.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import type { Screen } from '../visit.ts';
import { planNames, sideSaid } from './difference-sides.ts';
import { field, form, tick } from './forms.ts';
import { facts, head, to, whatThisDoes } from './parts.ts';

/** Importing a subscription that only the provider knows. */
export const importOne: Screen = {
  place: 'differences',
  needs: 'account',
  show: async (visit) => {
    const { app, tenant, query } = visit;
    const one = await findOpenDifference(app, tenant.id, query.id);
    if (one.kind !== 'unknown_here') throw new OperatorError('there is no such open difference');
    const words = sayOnScreen().differences;
    const names = await planNames(app, tenant.id, true);
    const back = to('difference', { id: one.id });
    const effects = {
      money: words.importMoney,
      provider: null,
      here: words.importHere,
      sent: words.importSent,
    };
    return {
      title: words.importTitle,
      content: html`${head(words.importTitle, [back, words.title])}
${facts([
  [words.reference, html`<code class="id">${one.reference}</code>`],
  [words.there, sideSaid(one.theirs, names)],
])}
${form(
  visit,
  'import',
  { about: { id: one.id }, kind: 'stack roomy' },
  (
    of,
  ) => html`${field(of, 'externalId', words.importOwnId, { hint: words.importOwnIdHint, isOptional: true, max: EXTERNAL_ID.unitsMax })}
${tick(of, 'announce', words.announce)}
${whatThisDoes(effects)}
<div class="answer"><button class="primary">${words.importIt}</button><a class="button" href="${back}">${say().actions.back}</a></div>`,
)}`,
    };
  },
};
