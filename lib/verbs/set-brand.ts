import { changeBrand, type BrandChange } from '../account/brand.ts';
import type { CoreApp, StoresLogos } from '../runtime/app.ts';
import type { WithKept } from '../text/kept-text.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Changes how customers' pages look, the logo too. Throws what `changeBrand` throws. */
export const setBrand = accountVerb({
  route: 'account/set-brand',
  needs: 'account',
  name: 'set-logo',
  run: (
    { app }: VerbCall<CoreApp & StoresLogos>,
    change: WithKept<BrandChange, 'displayName' | 'supportEmail'>,
  ) => changeBrand(app, change),
});
