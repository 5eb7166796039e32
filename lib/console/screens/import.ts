import { EXTERNAL_ID } from '../../limits.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { html } from '../../pages/html.ts';
import { findOpenDifference } from '../../reconciliation/close-by-hand.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import type { Screen } from '../visit.ts';
import { planNames, sideSaid } from './difference-sides.ts';
import { actScreen } from './act-screen.ts';
import { field, tick } from './forms.ts';
import { facts, to } from './parts.ts';

const words = () => sayOnScreen().differences;

/** Importing a subscription that only the provider knows. */
export const importOne: Screen = actScreen({
  place: 'differences',
  needs: 'account',
  act: 'import',
  find: async ({ app, tenant, query }) => {
    const one = await findOpenDifference(app, tenant.id, query.id);
    if (one.kind !== 'unknown_here') throw new OperatorError('there is no such open difference');
    return { ...one, names: await planNames(app, tenant.id, true) };
  },
  title: () => words().importTitle,
  back: ({ id }) => [to('difference', { id }), words().title],
  intro: ({ reference, theirs, names }) =>
    facts([
      [words().reference, html`<code class="id">${reference}</code>`],
      [words().there, sideSaid(theirs, names)],
    ]),
  form: ({ id }) => ({ about: { id } }),
  asks: (
    of,
  ) => html`${field(of, 'externalId', words().importOwnId, { hint: words().importOwnIdHint, isOptional: true, max: EXTERNAL_ID.unitsMax })}
${tick(of, 'announce', words().announce)}`,
  does: () => ({
    ...{ money: words().importMoney, provider: null },
    ...{ here: words().importHere, sent: words().importSent },
  }),
  button: () => words().importIt,
});
