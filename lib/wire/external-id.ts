import { EXTERNAL_ID } from '../limits.ts';
import * as z from 'zod/mini';
import { composedKey, optional, read } from './read.ts';
import { said } from './shape.ts';

/** The tenant's own id of a person, in the form in which it is compared: one word of characters that can be seen. */
export const externalId = composedKey(EXTERNAL_ID).check(
  z.regex(/^\S+$/u, 'must be one word without spaces'),
);

const ownId = z.object({
  externalId: said(
    optional(externalId),
    'Your own id of the person, one word of at most 128 characters (NFC). Another customer’s is 409 `external_id_taken`; at a checkout it counts with its success.',
  ),
});

/** Reads the own id in a form; an empty one counts as absent. Throws `invalid_request`. */
export const ownIdInput = (form: unknown): z.infer<typeof ownId> => read(ownId, form);
