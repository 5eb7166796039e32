import { OperatorError } from '../../account/operator-error.ts';
import { browserHostsOf } from '../../billing/browser-address.ts';
import type { CoreApp, StoresLogos } from '../../runtime/app.ts';
import { setBrand } from '../../verbs/set-brand.ts';
import { byPerson } from '../../verbs/verb.ts';
import { brandInput } from '../../wire/brand.ts';
import type { Act } from '../act.ts';

type LogoAct = Act<CoreApp & StoresLogos>;

const about = () => undefined;
const from: LogoAct['from'] = () => ({ screen: 'brand', query: {} });

/** Sets the logo of customers' pages. */
export const setLogo: LogoAct = {
  verb: setBrand,
  about,
  from,
  run: async (call) => {
    const { app, form } = call;
    const { logo = '' } = form;
    if (logo === '') throw new OperatorError('choose a file first', 'logo');
    await byPerson(setBrand, call, brandInput({ logo }, browserHostsOf(app.tenant, app.settings)));
    return { to: 'brand', done: 'saved' };
  },
};

/** Takes the logo away: pages show the first letter of the name. */
export const removeLogo: LogoAct = {
  verb: setBrand,
  about,
  from,
  run: async (call) => {
    await byPerson(setBrand, call, { logo: null });
    return { to: 'brand', done: 'removed' };
  },
};
