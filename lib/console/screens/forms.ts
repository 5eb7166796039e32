import { say } from '../../pages/say.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import type { RefusedForm } from '../../table/people/refused-forms.ts';
import { versionOf, type Saved } from '../saved.ts';
import type { Given, Visit } from '../visit.ts';
import { hidden } from './parts.ts';

/** A form as it is shown: with what is on record, or, once it was refused, as it was filled in. */
export interface Form {
  readonly act: string;
  /** Whether it sets something of which a version is on record. */
  readonly isSetting: boolean;
  readonly saved: Given;
  readonly refused: RefusedForm | undefined;
}

/** How a form is made. */
export interface FormOptions {
  /** What is on record of what it sets: the form carries its version. */
  readonly saved?: Saved;
  /** What its fields have where nothing is on record. */
  readonly usual?: Given;
  /** What it is about. */
  readonly about?: Given;
  readonly kind?: 'stack' | 'stack roomy' | 'filters';
  readonly method?: 'get' | 'post';
  /** Where it is sent to, if not to the act of its name. */
  readonly address?: string;
  readonly isFile?: boolean;
}

/** The form of an act. Every form of the console is made by it, so that each comes back as it was filled in. */
export function form(
  visit: Pick<Visit, 'csrf' | 'refused'>,
  act: string,
  { saved, usual, about, kind = 'stack', method = 'post', address = act, isFile }: FormOptions,
  inside: (of: Form) => Content,
): Html {
  const refused = visit.refused?.act === act ? visit.refused : undefined;
  const of = { act, isSetting: saved !== undefined, saved: { ...usual, ...saved }, refused };
  const version = saved && versionOf(saved);
  const own = method === 'post' ? hidden(visit, { ...about, version }) : html`${hiddenAlone({ ...about })}`;
  return html`<form class="${kind}" method="${method}" action="/console/${address}"${isFile && html` enctype="multipart/form-data"`}>${own}
${inside(of)}</form>`;
}

/** The visit with its own query as what was typed into the form that makes such queries. */
export function withQuery(visit: Visit, act: string): Visit {
  if (visit.refused?.act === act) return visit;
  const typed = Object.entries(visit.query).filter((one): one is [string, string] => one[1] !== undefined);
  const as = { act, said: '', typed: Object.fromEntries(typed), problems: {}, isStale: false };
  return { ...visit, refused: as };
}

const hiddenAlone = (fields: Given) =>
  Object.entries(fields).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  );

/** The id of a field: names are a form's own, ids a page's. */
export const idOf = (act: string, name: string): string => `${act}-${name}`;

/** What a field has: what was typed into it, else what is on record. */
export const valueOf = ({ saved, refused }: Form, name: string): string =>
  refused?.typed[name] ?? saved[name] ?? '';

/** Whether a box is ticked; one that was sent without a tick is sent without its name. */
export const isTicked = ({ saved, refused }: Form, name: string): boolean =>
  (refused ? refused.typed[name] : saved[name]) === 'on';

interface Described {
  readonly hint?: string | undefined;
  /** A box that is not ticked has no value; a secret's is never shown. */
  readonly kind?: 'text' | 'box' | 'secret';
  /** What a value is called. */
  readonly read?: (value: string) => string;
}

interface Around {
  readonly described: Html | false;
  readonly wrong: Html;
}

/** What stands at a field beside its value: why it was refused, and what somebody else has saved meanwhile. */
function around(
  { act, isSetting, saved, refused }: Form,
  name: string,
  { hint, kind = 'text', read = (value: string) => value }: Described,
): Around {
  const id = idOf(act, name);
  const problem = refused?.problems[name];
  const isKnown = kind === 'box' ? isSetting : kind === 'text' && name in saved;
  const typed = (refused?.typed[name] ?? '').replaceAll('\r\n', '\n');
  const isOther = refused?.isStale === true && isKnown && typed !== (saved[name] ?? '');
  const meanwhile = isOther && savedMeanwhileSaid(read(saved[name] ?? '') || say('nothing', 'boş'));
  const ids = [
    hint !== undefined && `${id}-h`,
    problem !== undefined && `${id}-e`,
    meanwhile !== false && `${id}-m`,
  ].filter((one) => one !== false);
  return {
    described: html`${problem !== undefined && html` aria-invalid="true"`}${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}`,
    wrong: html`${problem !== undefined && html`<span class="error" id="${id}-e">${problem}</span>`}${meanwhile !== false && html`<span class="meanwhile" id="${id}-m">${meanwhile}</span>`}`,
  };
}

/** A field of text. A secret is typed again. */
export function field(
  of: Form,
  name: string,
  label: string,
  more: {
    readonly hint?: string;
    readonly type?: string;
    readonly isOptional?: boolean;
    readonly max?: number;
    readonly accept?: string;
    readonly isLong?: boolean;
  } = {},
): Html {
  const { type = 'text', isOptional = false, max = 255, accept, isLong } = more;
  const key = type === 'search' && html` accesskey="/"`;
  const isSecret = type === 'password' || type === 'file';
  const again =
    isSecret && of.refused
      ? say('For your safety, enter it again', 'Güvenlik için yeniden girin')
      : undefined;
  const hint = [more.hint, again].filter((one) => one !== undefined).join('. ') || undefined;
  const id = idOf(of.act, name);
  const { described, wrong } = around(of, name, { hint, kind: isSecret ? 'secret' : 'text' });
  const value =
    type === 'file'
      ? false
      : html` value="${isSecret ? '' : valueOf(of, name)}" maxlength="${max}" autocomplete="off"`;
  return html`<div class="field${isLong && ' long'}"><label for="${id}">${label}</label>${hint !== undefined && html`<span class="hint" id="${id}-h">${hint}</span>`}<input id="${id}" name="${name}" type="${type}"${value}${accept !== undefined && html` accept="${accept}"`}${key}${described}${!isOptional && html` required`}>${wrong}</div>`;
}

/** A field of several lines. */
export function lines(
  of: Form,
  name: string,
  label: string,
  more: { readonly hint: string; readonly rows: number },
): Html {
  const { hint, rows } = more;
  const id = idOf(of.act, name);
  const { described, wrong } = around(of, name, { hint });
  return html`<div class="field"><label for="${id}">${label}</label><span class="hint" id="${id}-h">${hint}</span><textarea id="${id}" name="${name}" rows="${rows}" autocomplete="off" spellcheck="false"${described}>
${valueOf(of, name)}</textarea>${wrong}</div>`;
}

/** A choice among words; the first one stands where nothing was chosen. */
export function select(
  of: Form,
  name: string,
  label: string,
  options: readonly (readonly [value: string, label: string])[],
  width: 'long' | '' = '',
): Html {
  const chosen = valueOf(of, name);
  const all = options.map(
    ([value, said]) => html`<option value="${value}"${value === chosen && html` selected`}>${said}</option>`,
  );
  const id = idOf(of.act, name);
  const read = (value: string) => options.find(([one]) => one === value)?.[1] ?? value;
  const { described, wrong } = around(of, name, { read });
  return html`<div class="field ${width}"><label for="${id}">${label}</label><select id="${id}" name="${name}"${described}>${all}</select>${wrong}</div>`;
}

/** A box to tick. */
export function tick(of: Form, name: string, label: string): Html {
  const { described, wrong } = around(of, name, { kind: 'box', read: onOrOff });
  return html`<label class="tick"><input id="${idOf(of.act, name)}" type="checkbox" name="${name}"${isTicked(of, name) && html` checked`}${described}> ${label}</label>${wrong}`;
}

const onOrOff = (value: string): string =>
  value === 'on' ? say('ticked', 'işaretli') : say('not ticked', 'işaretsiz');

/** One of several things to choose from, each with what it means. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly end?: Content;
  readonly said?: string;
}

/** Boxes of which any may be ticked, in one frame; `name` is where a problem with all of them stands. */
export function boxes(of: Form, name: string, legend: string, all: readonly Choice[]): Html {
  const items = all.map(({ value, label, said }) => {
    const { wrong } = around(of, value, { kind: 'box', read: onOrOff });
    return html`<label class="choice"><input type="checkbox" name="${value}" value="on"${isTicked(of, value) && html` checked`}><strong>${label}</strong><span></span><small>${said}${wrong}</small></label>`;
  });
  return framedChoices(of, name, legend, items);
}

/** Things of which one is chosen, in one frame; the first where nothing was chosen. */
export function radios(of: Form, name: string, legend: string, all: readonly Choice[]): Html {
  const typed = valueOf(of, name);
  const chosen = all.some(({ value }) => value === typed) ? typed : all[0]?.value;
  const items = all.map(
    ({ value, label, end, said }) =>
      html`<label class="choice"><input type="radio" name="${name}" value="${value}"${value === chosen && html` checked`}><strong>${label}</strong><span class="end">${end}</span><small>${said}</small></label>`,
  );
  return framedChoices(of, name, legend, items);
}

function framedChoices(of: Form, name: string, legend: string, items: readonly Html[]): Html {
  const { described, wrong } = around(of, name, {});
  return html`<fieldset class="choices" id="${idOf(of.act, name)}" tabindex="-1"${described}><legend class="hide">${legend}</legend>${items}</fieldset>${wrong}`;
}

/** What somebody else has saved meanwhile. */
const savedMeanwhileSaid = (value: string) =>
  say(`Saved meanwhile: ${value}`, `Bu arada kaydedilen: ${value}`);
