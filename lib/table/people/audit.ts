import { createHash } from 'node:crypto';
import type { Page, Paged } from '../../billing/page.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { uuidFrom } from '../../billing/identifiers.ts';
import { CONSOLE, HOUR_MS } from '../../limits.ts';
import type { Person } from './people.ts';
import { number, oneOf, orNull, record, text, type TypeOf } from '../../record.ts';
import { keptLine } from '../../text/kept-line.ts';
import { readPage } from '../page.ts';
import { range } from '../ranges.ts';
import { key } from '../schema.ts';
import type { Item, Put, Update } from '../table.ts';

/** What an entry of the audit list can tell of. */
export const AUDITED = [
  'signed_in',
  'sign_in_refused',
  'operator_came',
  'signed_out',
  'session_ended',
  'sessions_ended',
  'invited',
  'invitation_withdrawn',
  'confirmed',
  'passkey_added',
  'passkey_removed',
  'roles_changed',
  'removed',
  'acted',
  'customer_acted',
  'refused',
] as const;

/** An entry of a tenant's audit list. */
export const AUDIT_ENTRY = record('audit entry', {
  id: text,
  /** Epoch ms. */
  at: number,
  what: oneOf(AUDITED),
  /** An operator; null for whoever the person is. */
  by: orNull(oneOf(['operator'])),
  /** The person's id and name then; null for an operator at the command line. */
  personId: orNull(text),
  name: orNull(text),
  /** The act, such as `cancel`; null where `what` says it all. */
  act: orNull(text),
  /** What or whom it was about, such as a subscriber's id or another person's name. */
  about: orNull(text),
  /** The refusal's code; null where it was done. */
  code: orNull(text),
  /** The browser and address it came from; null for an operator. */
  browser: orNull(text),
  from: orNull(text),
  /** How often it happened in the hour that the entry stands for; null where an entry is one happening. */
  count: orNull(number),
});
/** An entry. */
export type AuditEntry = TypeOf<typeof AUDIT_ENTRY>;

/** Who it was, for an entry: one of the people, or an operator who visits. */
export const entryOfPerson = ({ id, name, visit }: Pick<Person, 'id' | 'name' | 'visit'>) => ({
  personId: id,
  name,
  ...(visit && { by: 'operator' as const }),
});

/** What a new entry tells; whatever is left out is null. */
export type NewAuditEntry = Pick<AuditEntry, 'what'> & Partial<Omit<AuditEntry, 'id' | 'at'>>;

const NOTHING = {
  ...{ by: null, personId: null, name: null, act: null, about: null, code: null },
  ...{ browser: null, from: null, count: null },
} as const;

const ABOUT_CHARACTERS_MAX = 200;

/** A new entry, which the table deletes after twelve months. What it is about may be as somebody has typed it, before it is read. */
export function auditPut(app: Pick<CoreApp, 'clock' | 'newId'> & OfTenant, entry: NewAuditEntry): Put {
  const [id, at] = [app.newId(), app.clock()];
  const ttl = Math.ceil((at + CONSOLE.auditMs) / 1000);
  const about = keptLine(entry.about ?? '', ABOUT_CHARACTERS_MAX) || null;
  const written = AUDIT_ENTRY.write({ ...NOTHING, id, at, ...entry, about });
  return { put: { ...written, ttl, ...key.auditEntry(app.tenantId, { id }) } };
}

/** Why a person was refused before anything was done. */
interface RefusedEntry extends Pick<NewAuditEntry, 'what' | 'act' | 'about' | 'browser' | 'from'> {
  /** None of a sign-in, which `what` says. */
  readonly code?: string;
}

/**
 * What a person was refused before anything was done: one entry for each hour, kind and code, with how many there were and
 * what the last one was. `apart`: each act has entries of its own; its name must be one of ours.
 */
export function refusedPut(
  { clock }: Pick<CoreApp, 'clock'>,
  person: Pick<Person, 'tenant' | 'id' | 'name' | 'visit'>,
  entry: RefusedEntry,
  apart: 'all' | 'acts' = 'all',
): Update {
  const at = clock();
  const { what, code = '', act } = entry;
  const kind = [person.id, what, code, apart === 'acts' ? (act ?? '') : ''].join('\n');
  const id = uuidFrom(at - (at % HOUR_MS), createHash('sha256').update(kind).digest('hex'));
  const ttl = Math.ceil((at + CONSOLE.auditMs) / 1000);
  const about = keptLine(entry.about ?? '', ABOUT_CHARACTERS_MAX);
  return {
    update: key.auditEntry(person.tenant, { id }),
    set: {
      ...AUDIT_ENTRY.change({
        id,
        at,
        ...entryOfPerson(person),
        ...entry,
        about: about === '' ? null : about,
      }).set,
      ttl,
    },
    add: { count: 1 },
  };
}

/** Writes an entry before its act is done, as `begun`. What it came to is noted by what is returned: a code where it was refused. */
export async function auditBegun(
  app: CoreApp & OfTenant,
  entry: NewAuditEntry,
): Promise<(set: { readonly what?: AuditEntry['what']; readonly code: string | null }) => Promise<void>> {
  const begun = auditPut(app, { ...entry, code: 'begun' });
  await app.table.apply(begun);
  const { pk, sk } = begun.put;
  return async (set) => {
    await app.table.apply({ update: { pk, sk }, ...AUDIT_ENTRY.change(set), if: [{ present: true }] });
  };
}

/** Parses an entry. Throws Unreadable. */
export const auditEntryFrom = (item: Item): AuditEntry => AUDIT_ENTRY.read(item);

/** A page of a tenant's audit list, newest first. */
export async function readAudit(app: CoreApp & OfTenant, page: Page): Promise<Paged<AuditEntry>> {
  const { items, hasMore } = await readPage(
    app.table,
    { ...range.audit(app.tenantId), consistent: false },
    page,
    (id) => key.auditEntry(app.tenantId, id).sk,
  );
  return { items: items.map(auditEntryFrom), hasMore };
}
