import { OperatorError } from '../../account/operator-error.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { inConsoleAlone, type Act } from '../act.ts';
import { passkeyAnswerIn } from '../passkeys.ts';
import { addPasskey as add } from '../sign-in.ts';

/** Adds a passkey of one's own. */
export const addPasskey: Act<CoreApp> = {
  verb: inConsoleAlone('oneself', { asksPasskey: true }),
  auditsItself: true,
  about: () => undefined,
  from: () => ({ screen: 'person', query: {} }),
  run: async (call) => {
    const answer = passkeyAnswerIn(call.form.answer ?? '');
    const added = await add(call.app, call, answer, call);
    if (!added) throw new OperatorError('this passkey was not accepted; try again');
    return { to: 'person', done: 'passkey' };
  },
};
