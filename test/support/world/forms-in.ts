/** A field of a form as a page shows it. */
export interface ShownField {
  readonly name: string;
  readonly type: string;
  /** What a browser would send of it; undefined of a box without a tick. */
  readonly value: string | undefined;
  readonly options: readonly string[];
  /** The text of what it is described by where it is marked as wrong. */
  readonly error: string | undefined;
}

/** A form as a page shows it. */
export interface ShownForm {
  readonly act: string;
  readonly method: string;
  readonly fields: readonly ShownField[];
}

const UNESCAPED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Text as it was before it was written into a page. */
export const unescaped = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (one) => UNESCAPED[one] ?? one);

/** The value of an attribute of a tag. */
export const attributeOf = (tag: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : unescaped(value);
};

/** The forms of a page, without those that have a button alone. */
export function formsIn(text: string): ShownForm[] {
  return [...text.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].map(([, tag = '', inside = '']) => ({
    act: (attributeOf(tag, 'action') ?? '').split('/').at(-1)!,
    method: attributeOf(tag, 'method') ?? 'get',
    fields: [...inputsIn(inside), ...selectsIn(inside), ...textareasIn(inside)],
  }));
}

/** Why a field is wrong, as the page says it beside it. */
function errorOf(inside: string, tag: string): string | undefined {
  if (!/ aria-invalid="true"/.test(tag)) return undefined;
  const ids = (attributeOf(tag, 'aria-describedby') ?? '').split(' ');
  const said = ids
    .filter((id) => id.endsWith('-e'))
    .map((id) => inside.split(`id="${id}">`)[1]?.split('<')[0]);
  return unescaped(said.join(' '));
}

function inputsIn(inside: string): ShownField[] {
  const frames = [...inside.matchAll(/<fieldset([^>]*class="choices"[^>]*)>([\s\S]*?)<\/fieldset>/g)];
  const tags = [...inside.matchAll(/<input([^>]*)>/g)].map(([, tag = '']) => tag);
  const fields = tags.map((tag) => {
    const name = attributeOf(tag, 'name') ?? '';
    const type = attributeOf(tag, 'type') ?? 'text';
    const isOff = (type === 'checkbox' || type === 'radio') && !/ checked/.test(tag);
    const frame = frames.find(([, , within = '']) => within.includes(tag));
    const value = isOff ? undefined : (attributeOf(tag, 'value') ?? (type === 'checkbox' ? 'on' : ''));
    const options = type === 'radio' ? [attributeOf(tag, 'value') ?? ''] : [];
    return { name, type, value, options, error: errorOf(inside, frame?.[1] ?? tag) };
  });
  const radios = new Map<string, ShownField>();
  for (const one of fields.filter(({ type }) => type === 'radio')) {
    const before = radios.get(one.name);
    const options = [...(before?.options ?? []), ...one.options];
    radios.set(one.name, { ...one, value: before?.value ?? one.value, options });
  }
  return [...fields.filter(({ type }) => type !== 'radio'), ...radios.values()];
}

function selectsIn(inside: string): ShownField[] {
  return [...inside.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)].map(([, tag = '', within = '']) => {
    const all = [...within.matchAll(/<option([^>]*)>/g)].map(([, option = '']) => option);
    const options = all.map((option) => attributeOf(option, 'value') ?? '');
    const chosen = all.find((option) => / selected/.test(option));
    const value = chosen === undefined ? options[0] : attributeOf(chosen, 'value');
    return {
      name: attributeOf(tag, 'name') ?? '',
      type: 'select',
      value,
      options,
      error: errorOf(inside, tag),
    };
  });
}

/** A browser takes away one line break at the beginning. */
function textareasIn(inside: string): ShownField[] {
  return [...inside.matchAll(/<textarea([^>]*)>\n?([\s\S]*?)<\/textarea>/g)].map(
    ([, tag = '', within = '']) => ({
      name: attributeOf(tag, 'name') ?? '',
      type: 'textarea',
      value: unescaped(within),
      options: [],
      error: errorOf(inside, tag),
    }),
  );
}
