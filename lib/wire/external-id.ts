import { EXTERNAL_ID_CHARACTERS_MAX } from '../limits.ts';
import * as z from 'zod/mini';
import { canonicalReference } from '../text/clean-text.ts';
import { naturalKey } from './read.ts';

/** The tenant's own id of a person, in the form in which it is compared: one word of characters that can be seen. */
export const externalId = naturalKey(EXTERNAL_ID_CHARACTERS_MAX).check(
  z.regex(/^\S+$/u, 'must be one word without spaces'),
  z.overwrite(canonicalReference),
);
