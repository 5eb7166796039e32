import { changeBrand } from '../../account/brand.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { browserHostsOf } from '../../billing/browser-address.ts';
import type { CoreApp, StoresLogos } from '../../runtime/app.ts';
import { brandInput } from '../../wire/brand.ts';
import type { Act } from '../act.ts';

type LogoAct = Act<CoreApp & StoresLogos>;

const about = () => undefined;
const from: LogoAct['from'] = () => ({ screen: 'brand', query: {} });

/** Sets the logo of customers' pages. */
export const setLogo: LogoAct = {
  needs: 'account',
  about,
  from,
  run: async ({ app, tenant, form: { logo = '' } }) => {
    if (logo === '') throw new OperatorError('choose a file first', 'logo');
    await changeBrand(app, tenant.id, brandInput({ logo }, browserHostsOf(tenant, app.settings)));
    return { to: 'brand', done: 'saved' };
  },
};

/** Takes the logo away: pages show the first letter of the name. */
export const removeLogo: LogoAct = {
  needs: 'account',
  about,
  from,
  run: async ({ app, tenant }) => {
    await changeBrand(app, tenant.id, { logo: null });
    return { to: 'brand', done: 'removed' };
  },
};
