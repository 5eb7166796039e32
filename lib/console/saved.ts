import { createHash } from 'node:crypto';
import { NO_BRAND, PORTAL_ACTIONS, USUAL_PORTAL } from '../billing/brand.ts';
import type { Plan } from '../billing/plan.ts';
import { NO_MESSAGES } from '../messages/kinds.ts';
import { NO_RECOVERY } from '../billing/recovery-settings.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { readPeople, ROLES, type Person } from '../table/people/people.ts';
import { plansOf } from '../table/subscribers/plans.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { writtenFeatures } from '../wire/written-features.ts';
import type { Given } from './visit.ts';

/** What is on record of a setting, as the fields of its form have it. */
export type Saved = Readonly<Record<string, string>>;

const ticked = (names: readonly string[]): Saved => Object.fromEntries(names.map((name) => [name, 'on']));

/** The fields of each form that sets something of the tenant; of what is secret a fingerprint. */
export const SAVED = {
  'set-recovery': ({ recovery }) => {
    const { retryDays, then } = recovery ?? NO_RECOVERY;
    return { retryDays: retryDays.join(', '), then };
  },
  'set-portal': ({ portal }) => {
    const { enabled, actions, plans } = portal ?? USUAL_PORTAL;
    const allowed = PORTAL_ACTIONS.filter((one) => actions.includes(one)).map((one) => `action-${one}`);
    const offered = typeof plans === 'string' ? [] : plans.map((one) => `plan-${one}`).toSorted();
    const offer = typeof plans === 'string' ? 'same-product' : 'chosen';
    return { ...ticked(enabled ? ['enabled'] : []), ...ticked([...allowed, ...offered]), offer };
  },
  'set-brand': ({ brand }) => {
    const { logo: _image, ...texts } = brand ?? NO_BRAND;
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? '']));
  },
  'set-messages': ({ messages }) => {
    const { senderName, replyTo, language, on } = messages ?? NO_MESSAGES;
    return {
      ...ticked(on.map((kind) => `on-${kind}`)),
      senderName: senderName ?? '',
      replyTo: replyTo ?? '',
      language,
    };
  },
  'set-logo': ({ brand }) => ({ logo: brand?.logo?.name ?? '' }),
  'remove-logo': ({ brand }) => ({ logo: brand?.logo?.name ?? '' }),
  'set-webhook': ({ webhook }) => ({ url: webhook?.url ?? '' }),
  'rotate-secret': ({ webhook }) => ({ secret: fingerprint(webhook?.rotation?.secret ?? webhook?.secret) }),
  'connect-pay': ({ pay }) => ({ merchantId: pay?.merchantId ?? '', account: fingerprint(pay?.sealed) }),
  'connect-acct': ({ acct }) => ({ account: fingerprint(acct?.sealed) }),
} as const satisfies Readonly<Record<string, (tenant: Tenant) => Saved>>;

/** The same of the form that sets what only we know of a plan. */
export const savedGrace = ({ graceDays, vatRate }: Pick<Plan, 'graceDays' | 'vatRate'>): Saved => ({
  graceDays: String(graceDays ?? ''),
  vatRate: String(vatRate ?? ''),
});

/** The same of the form that says what a plan includes. */
export const savedFeatures = ({ features }: Pick<Plan, 'features'>): Saved => ({
  features: writtenFeatures(features).join('\n'),
});

/** The same of the form that gives somebody roles and an address. */
export const savedRoles = ({ roles, email }: Pick<Person, 'roles' | 'email'>): Saved => ({
  ...ticked(ROLES.filter((role) => roles.includes(role)).map((role) => `role-${role}`)),
  email: email ?? '',
});

/** The version of what a form was made from: another one once anything of it was saved. */
export function versionOf(saved: Saved): string {
  const fields = Object.entries(saved).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return fingerprint(JSON.stringify(fields));
}

function fingerprint(text = ''): string {
  return text === '' ? '' : createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** What is on record now of what an act sets; undefined for one that sets nothing. */
export async function savedNow(
  app: CoreApp & OfTenant,
  act: string,
  { id }: Given,
): Promise<Saved | undefined> {
  if (act === 'set-grace' || act === 'set-features') {
    const plan = (await plansOf(app, { consistent: true })).find(({ reference }) => reference === id);
    return plan && (act === 'set-grace' ? savedGrace(plan) : savedFeatures(plan));
  }
  if (act === 'set-roles') {
    const person = (await readPeople(app)).find((one) => one.id === id);
    return person && savedRoles(person);
  }
  if (!isSetting(act)) return undefined;
  return SAVED[act](await readTenant(app));
}

const isSetting = (act: string): act is keyof typeof SAVED => Object.hasOwn(SAVED, act);
