import { OperatorError } from '../../account/operator-error.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { importSubscription, type ImportFate } from '../../checkout/import.ts';
import { closeByHand, findOpenDifference } from '../../comparison/close-by-hand.ts';
import { lookUpReference } from '../../table/subscribers/subscribers.ts';
import { Refusal } from '../../refusal.ts';
import { ownIdInput } from '../../wire/external-id.ts';
import { closingInput } from '../../wire/closing.ts';
import { inConsoleAlone, type Act } from '../act.ts';
import { say } from '../../pages/say.ts';

/** Why a subscription was not imported. */
const LEFT: Readonly<Record<Exclude<ImportFate, 'adopted' | 'known' | 'own id taken'>, string>> = {
  ended: 'it has ended at the payment provider: nothing is left to import',
  'plan unknown': 'its plan is not known here: take over the plans first',
  'no e-mail': 'its customer has no e-mail address at the payment provider',
  'being bought': 'it is being bought here at this moment: look again in an hour',
  'not readable': 'the payment provider did not tell enough of it: try again in a while',
};

/** Imports the subscription that a difference is about, and closes the difference. */
export const importHere: Act = {
  fields: { external_id_taken: 'externalId' },
  verb: inConsoleAlone('account'),
  about: ({ id }) => id,
  from: ({ id }) => ({ screen: 'import', query: { id } }),
  run: async ({ app, form, person }) => {
    const found = await findOpenDifference(app, form.id);
    if (found.kind !== 'unknown_here') throw new OperatorError('there is no such open difference');
    const { announce, externalId } = form;
    const asked = { announce: announce === 'on', ...ownIdInput({ externalId }) };
    const fate = await importSubscription(app, found.reference, asked);
    if (fate === 'own id taken') throw new Refusal('external_id_taken');
    if (fate !== 'adopted' && fate !== 'known') throw new OperatorError(LEFT[fate]);

    const closing = closingInput({
      by: person.name.slice(0, 64),
      because: say('Imported.', 'İçe aktarıldı.'),
    });
    await closeByHand(app, found.id, closing).catch((error: unknown) => {
      if (!(error instanceof OperatorError)) throw error; // else another click has closed it
    });
    const id = await lookUpReference(app, found.reference);
    if (id === undefined) return { to: 'differences', done: 'imported' };
    return { to: 'subscriber', query: { id: svcIdOf('subscription', id) }, done: 'imported' };
  },
};
