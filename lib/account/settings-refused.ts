import { Refusal } from '../refusal.ts';
import { OperatorError } from './operator-error.ts';

/** Sets something; what cannot be set is `settings_refused`, with words that say what is wrong. */
export async function orSettingsRefused<T>(set: () => Promise<T>): Promise<T> {
  try {
    return await set();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const { message } = error;
    const isField = /^[\w.]+:/.test(message);
    const begun = isField ? message : `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`;
    throw new Refusal('settings_refused', { message: `${begun}.` });
  }
}
