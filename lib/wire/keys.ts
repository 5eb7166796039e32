import * as z from 'zod/mini';
import type { ParsedId } from '../billing/identifiers.ts';
import { cursorOf, pageOf } from '../billing/page.ts';
import { keyStateOf, type KeyActor, type KeyInfo } from '../billing/api-key.ts';
import { KEY_SCOPES, RIGHTS, rightsIn, scopeOf } from '../billing/rights.ts';
import { API_KEYS, OVERLAP_HOURS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { listAnswer, listMembers, pageIn, type AskedPage } from './list.ts';
import { bodyOrQuery, optional, prose, read, sought } from './read.ts';
import { iso } from './time.ts';
import { named, open, said, timeOf, listOf, success, type Told } from './shape.ts';

const actorShape = z.nullable(
  named(
    'Actor',
    z.strictObject({
      by: open(z.enum(['key', 'person', 'operator'])),
      who: said(z.nullable(z.string()), 'The key, or which person.'),
    }),
  ),
);

const apiKeyShape = named(
  'ApiKey',
  z.strictObject({
    apiKey: z.string(),
    label: z.string(),
    rights: said(z.array(open(z.enum(RIGHTS))), 'Every right includes `read`.'),
    scope: said(z.nullable(z.enum(['all', 'read'])), 'The short form of `rights`, if they have one.'),
    state: open(z.enum(['ACTIVE', 'EXPIRING', 'REVOKED'])),
    createdAt: timeOf('When it was made.'),
    expiresAt: z.nullable(timeOf('Until when it works.')),
    lastUsedAt: z.nullable(timeOf('Exact to the hour.')),
    createdBy: said(actorShape, 'Who made it, by creating or rotating.'),
    endedBy: said(actorShape, 'Who ended it, by rotating or revoking.'),
    apiSecret: said(
      z.optional(z.nullable(z.string())),
      '`svcs_…`, in the answer that made it and nowhere else; null where that is given again.',
    ),
  }),
);

/** The shape of a `keysAnswer`. */
export const keysAnswerShape = named('KeysAnswer', z.strictObject(listOf('/account/keys', apiKeyShape)));

/** The shape of a `keyAnswer`. */
export const keyAnswerShape = named('KeyAnswer', z.strictObject({ status: success, data: apiKeyShape }));

/** Query of GET /account/keys. */
export const keysQuery = z.object(listMembers);

/** Reads the query of GET /account/keys; its cursors are keys. */
export function keysInput(given: unknown): AskedPage {
  return pageIn(read(keysQuery, given), keyCursor);
}

/** What a key looks like. */
const KEY = /^svck_\w{1,200}$/;

const keyCursor = (given: string): ParsedId | undefined => (KEY.test(given) ? cursorOf(given) : undefined);

/** Answer of GET /account/keys: a page of all keys, newest first. Refuses a cursor that is none of them. */
export function keysAnswer(
  keys: readonly KeyInfo[],
  page: AskedPage,
  now: number,
): Told<typeof keysAnswerShape> {
  const found = pageOf(keys, page, ({ apiKey }) => apiKey);
  if (!found) throw new Refusal('invalid_cursor');
  const data = found.items.map((one) => keyView(one, now));
  return listAnswer('/account/keys', page, { data, hasMore: found.hasMore });
}

/** Body of POST /account/keys. */
export const createKeyBody = z.object({
  label: said(optional(prose(API_KEYS.labelCharactersMax)), 'A name for people.'),
  rights: said(
    optional(z.array(z.enum([...RIGHTS, 'all'])).check(z.minLength(1), z.maxLength(RIGHTS.length + 1))),
    'What it may: nothing that your own key may not, which is the default. `all` is their sum.',
  ),
  scope: said(optional(z.enum(KEY_SCOPES)), 'Short for `rights`.'),
});

/** Reads the body of POST /account/keys; `scope` is a short form of `rights`; null for neither. */
export function createKeyInput(given: unknown) {
  const { label, rights, scope } = read(createKeyBody, given);
  if (rights !== undefined && scope !== undefined) throw new Refusal('mutually_exclusive_parameters');
  const asked = rights ?? (scope ? [scope] : null);
  return { label: label ?? ('' as const), rights: asked && rightsIn(asked) };
}

/** How long an old secret or key pair stays valid beside the new one, in whole hours. */
export const overlapHours = () => optional(z.int().check(z.minimum(0), z.maximum(OVERLAP_HOURS.max)));

/** Body of POST /account/keys/rotate. */
export const rotateKeyBody = z.object({
  apiKey: said(sought(), 'The key pair that is replaced.'),
  overlapHours: said(overlapHours(), 'How long the old pair works on.'),
});

/** Reads the body of POST /account/keys/rotate. */
export function rotateKeyInput(given: unknown) {
  const { apiKey, overlapHours: asked } = read(rotateKeyBody, given);
  return { apiKey, overlapHours: asked ?? OVERLAP_HOURS.default };
}

/** Body of DELETE /account/keys. */
export const revokeKeyBody = z.object({
  apiKey: said(sought(), 'The key pair that is ended.'),
});

/** Reads the body or query of DELETE /account/keys. */
export function revokeKeyInput(body: unknown, query: unknown = {}) {
  return bodyOrQuery(revokeKeyBody, body, query);
}

/** Answer of the calls that create or revoke a key. A new key's secret is shown here and never again. */
export function keyAnswer(key: KeyInfo, now: number, apiSecret?: string): Told<typeof keyAnswerShape> {
  return { status: 'success', data: { ...keyView(key, now), ...(apiSecret !== undefined && { apiSecret }) } };
}

/** A key as tenants and operators see it. `lastUsedAt` is exact to the hour. */
export function keyView(one: KeyInfo, now: number) {
  return {
    apiKey: one.apiKey,
    label: one.label,
    rights: one.rights,
    scope: scopeOf(one.rights),
    state: keyStateOf(one, now),
    createdAt: iso(one.createdAt),
    expiresAt: iso(one.expiresAt),
    lastUsedAt: iso(one.lastUsedAt),
    createdBy: actorView(one.createdBy),
    endedBy: actorView(one.endedBy),
  };
}

const actorView = (actor: KeyActor | null) => actor && { by: actor.by, who: actor.who };
