import { changeBrandTexts, type BrandTexts } from '../account/brand.ts';
import type { CoreApp } from '../runtime/app.ts';
import type { WithKept } from '../text/kept-text.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Changes how customers' pages look, but for the logo. Throws what `changeBrandTexts` throws. */
export const setBrandTexts = accountVerb({
  route: 'account/set-brand',
  needs: 'account',
  name: 'set-brand',
  run: ({ app }: VerbCall<CoreApp>, texts: WithKept<BrandTexts, 'displayName' | 'supportEmail'>) =>
    changeBrandTexts(app, texts),
});
