import { EXTERNAL_ID } from '../limits.ts';
import * as z from 'zod/mini';
import { composedKey, optional, read } from './read.ts';

/** The tenant's own id of a person, in the form in which it is compared: one word of characters that can be seen. */
export const externalId = composedKey(EXTERNAL_ID).check(
  z.regex(/^\S+$/u, 'must be one word without spaces'),
);

const ownId = z.object({ externalId: optional(externalId) });

/** Reads the own id in a form; an empty one counts as absent. Throws `invalid_request`. */
export const ownIdInput = (form: unknown): z.infer<typeof ownId> => read(ownId, form);
