import { changeBrandTexts, type BrandTexts } from '../account/brand.ts';
import type { CoreApp } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Changes how customers' pages look, but for the logo. Throws what `changeBrandTexts` throws. */
export const setBrandTexts = accountVerb('account/set-brand', {
  name: 'set-brand',
  run: ({ app, tenant }: VerbCall<CoreApp>, texts: BrandTexts) => changeBrandTexts(app, tenant.id, texts),
});
