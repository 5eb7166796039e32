import type { Attribute, Clause } from './table/table.ts';

/** A stored value is not of the expected type. Names the record and the attribute, never the value. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly code: string;

  constructor(attribute: string) {
    super(`a stored value cannot be read: ${attribute}`);
    this.code = attribute;
  }
}

/** What a member is made of, for whoever lists or invents values. */
export type Made =
  | { readonly of: 'text' | 'number' | 'flag' | 'key' }
  | { readonly of: 'word'; readonly words: readonly string[] }
  | { readonly of: 'list'; readonly each: AnyMember }
  | { readonly of: 'part'; readonly members: Members }
  | { readonly of: 'other'; readonly samples: readonly unknown[] };

/** One member of a record, whatever its type. */
export interface AnyMember {
  readonly made: Made;
  /** What a missing one means; undefined where it must be there, or the record lacks it too. */
  readonly missing: unknown;
  readonly isRequired: boolean;
  /** Undefined where that is no such value. Throws Unreadable where a part of it is not. */
  read(stored: unknown, at: string, name: string): unknown;
  /** Undefined for what is not written; a member without this is written as it is. */
  write?(value: unknown, at: string, name: string): Attribute | undefined;
}

/** One member of a record: how its value is read and written. */
export interface Member<T> extends AnyMember {
  read(stored: unknown, at: string, name: string): T | undefined;
  write?(value: T, at: string, name: string): Attribute | undefined;
}

/** A member that a record lacks where it is not stored. */
export interface Lacking<T> extends Member<T> {
  readonly mayLack: true;
}

/** A member that stands in the record's key alone. */
export interface InKey extends Member<string> {
  readonly inKey: true;
}

/** The members of a record or of a part, by name. */
export type Members = Readonly<Record<string, AnyMember>>;

type ValueOf<M extends AnyMember> = Exclude<ReturnType<M['read']>, undefined>;
type Named<Ms, Kind> = { [K in keyof Ms]: Ms[K] extends Kind ? K : never }[keyof Ms];
type Flat<T> = { readonly [K in keyof T]: T[K] };

/** The type that some members declare. */
export type Declared<Ms extends Members> = Flat<
  { readonly [K in keyof Ms as Ms[K] extends Lacking<unknown> ? never : K]: ValueOf<Ms[K]> } & {
    readonly [K in keyof Ms as Ms[K] extends Lacking<unknown> ? K : never]?: ValueOf<Ms[K]> | undefined;
  }
>;

/** The type of a record. */
export type TypeOf<R extends { readonly members: Members }> = Declared<R['members']>;

const REQUIRED = { missing: undefined, isRequired: true } as const;

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/** A text, which may be empty. */
export const text: Member<string> = {
  made: { of: 'text' },
  ...REQUIRED,
  read: (stored) => (isText(stored) ? stored : undefined),
};

/** A number; times are epoch ms. */
export const number: Member<number> = {
  made: { of: 'number' },
  ...REQUIRED,
  read: (stored) => (isNumber(stored) ? stored : undefined),
};

/** Whether something is so; false is not stored. */
export const flag: Member<boolean> = {
  made: { of: 'flag' },
  missing: false,
  isRequired: false,
  read: (stored) => (isFlag(stored) ? stored : undefined),
};

/** What stands in the record's key, and is given to its reader. */
export const inKey: InKey = { ...text, made: { of: 'key' }, inKey: true };

/** One of some words. */
export const oneOf = <const Word extends string>(words: readonly Word[]): Member<Word> => ({
  made: { of: 'word', words },
  ...REQUIRED,
  read: (stored) => words.find((word) => word === stored),
});

/** A list, of which an empty one is not stored: one that a record may lack has something in it. */
export const listOf = <T>(each: Member<T>): Member<readonly T[]> => ({
  made: { of: 'list', each },
  missing: [],
  isRequired: false,
  read(stored, at, name) {
    if (!Array.isArray(stored)) return undefined;
    return stored.map((value: unknown) => {
      const one = each.read(value, at, name);
      if (one === undefined) throw new Unreadable(`${at}.${name}`);
      return one;
    });
  },
  write(all, at, name) {
    if (all.length === 0) return undefined;
    return all.flatMap((one) => (each.write ? (each.write(one, at, name) ?? []) : [one as Attribute]));
  },
});

/** Some members together, as a record within a record. */
export interface Part<Ms extends Members> extends Member<Declared<Ms>> {
  readonly members: Ms;
  write(value: Declared<Ms>, at: string, name: string): Record<string, Attribute>;
}

/** Declares a record within a record. */
export function part<Ms extends Members>(members: Ms): Part<Ms> {
  const entries = entriesOf(members);
  return {
    members,
    made: { of: 'part', members },
    ...REQUIRED,
    read: (stored, at, name) =>
      isMap(stored) ? (readAll(entries, stored, `${at}.${name}`) as Declared<Ms>) : undefined,
    write: (value, at, name) => writeAll(entries, value, `${at}.${name}`),
  };
}

/** A value with a form of its own; `samples` are some of its values. */
export const other = <T>(
  samples: readonly T[],
  read: (stored: unknown, at: string, name: string) => T | undefined,
  write?: (value: T, at: string, name: string) => Attribute,
): Member<T> => ({ made: { of: 'other', samples }, ...REQUIRED, read, ...(write && { write }) });

/** A member that may be null, which is not stored. */
export const orNull = <T>(member: Member<T>): Member<T | null> => orElse<T | null>(member, null);

/** A member that mostly has this value, which is not stored. */
export const orElse = <T>(member: Member<T>, usual: T): Member<T> => ({
  ...member,
  missing: usual,
  isRequired: false,
});

/** A member that a record may lack. */
export const optional = <T>(member: Member<T>): Lacking<T> => ({
  ...member,
  missing: undefined,
  isRequired: false,
  mayLack: true,
});

/** Members in order, and what a record has where none of them is stored. */
interface Entries {
  readonly all: readonly (readonly [name: string, member: AnyMember])[];
  readonly missing: object;
}

function entriesOf(members: Members): Entries {
  const all = Object.entries(members).filter(([, { made }]) => made.of !== 'key');
  const shown = all.filter(([, { missing, isRequired }]) => isRequired || missing !== undefined);
  return { all, missing: Object.fromEntries(shown.map(([name, { missing }]) => [name, missing])) };
}

function readAll(
  { all, missing }: Entries,
  stored: Readonly<Record<string, unknown>>,
  at: string,
  known?: object,
): object {
  const found: Record<string, unknown> = known ? { ...known, ...missing } : { ...missing };
  for (const [name, member] of all) {
    const value = stored[name];
    if (value !== undefined) {
      const read = member.read(value, at, name);
      if (read === undefined) throw new Unreadable(`${at}.${name}`);
      found[name] = read;
    } else if (member.isRequired) throw new Unreadable(`${at}.${name}`);
  }
  return found;
}

function writeAll({ all }: Entries, values: object, at: string): Record<string, Attribute> {
  const stored: Record<string, Attribute> = {};
  const of = values as Readonly<Record<string, Attribute | undefined>>;
  for (const [name, member] of all) {
    const written = writeOne(member, of[name], at, name);
    if (written !== undefined) stored[name] = written;
  }
  return stored;
}

/** What is stored of a value; undefined where nothing is. Throws TypeError where something must be. */
function writeOne(
  member: AnyMember,
  value: Attribute | undefined,
  at: string,
  name: string,
): Attribute | undefined {
  if (value === undefined || value === null) {
    if (member.isRequired) throw new TypeError(`${at} is not written without ${name}`);
    return undefined;
  }
  if (value === member.missing) return undefined;
  return member.write ? member.write(value, at, name) : value;
}

/** A stored record: its type, and everything that reads and writes it. */
export interface StoredRecord<Ms extends Members> {
  readonly name: string;
  readonly members: Ms;
  /** The record in an item, or in a part of one; `known` is what its key says. Throws Unreadable. */
  read(
    stored: Readonly<Record<string, unknown>>,
    ...known: Named<Ms, InKey> extends never ? [] : [Readonly<Record<Named<Ms, InKey>, string>>]
  ): Declared<Ms>;
  /** Its attributes, without what stands in the key, and without nulls and usual values at any depth. */
  write(value: Declared<Ms>): Record<string, Attribute>;
  /** An update of some members: those that have their usual value afterwards are removed. */
  change(values: Partial<Declared<Ms>>): Changed;
  /** The condition that a member has a value; where that is not stored, that it is missing. */
  is<Name extends keyof Ms & string>(name: Name, value: Declared<Ms>[Name & keyof Declared<Ms>]): Clause;
}

/** What an update sets and removes. */
export interface Changed {
  readonly set: Readonly<Record<string, Attribute>>;
  readonly remove: readonly string[];
}

/** Declares a stored record, from which its type, reader, writer, updates and conditions are derived. */
export function record<Ms extends Members>(name: string, members: Ms): StoredRecord<Ms> {
  const entries = entriesOf(members);
  const written = (member: string, value: unknown): Attribute | undefined => {
    const of = members[member];
    if (!of) throw new TypeError(`${name} has no ${member}`);
    return writeOne(of, value as Attribute | undefined, name, member);
  };
  return {
    name,
    members,
    read: (stored, ...[known]) => readAll(entries, stored, name, known) as Declared<Ms>,
    write: (value) => writeAll(entries, value, name),
    change(values) {
      const set: Record<string, Attribute> = {};
      const remove: string[] = [];
      for (const [member, value] of Object.entries(values)) {
        const stored = written(member, value);
        if (stored === undefined) remove.push(member);
        else set[member] = stored;
      }
      return { set, remove };
    },
    is(member, value) {
      const stored = written(member, value);
      if (stored === undefined) return { attribute: member, missing: true };
      if (typeof stored === 'object') throw new TypeError(`${name}.${member} is compared as a whole`);
      return { attribute: member, is: stored };
    },
  };
}
