import { sentValue, type Attributes } from './attributes.ts';
import type { Attribute, Clause, Condition, Update } from '../table.ts';

/** The placeholders of one request's expressions: every name and value is one, so none can be a reserved word. */
export class Placeholders {
  readonly #names = new Map<string, string>();
  readonly #values: Attributes = {};
  #count = 0;

  name(attribute: string): string {
    let placeholder = this.#names.get(attribute);
    if (placeholder === undefined) this.#names.set(attribute, (placeholder = `#${this.#names.size}`));
    return placeholder;
  }

  value(value: Attribute): string {
    const placeholder = `:${this.#count++}`;
    this.#values[placeholder] = sentValue(value);
    return placeholder;
  }

  /** The maps that accompany the expressions; DynamoDB refuses empty ones. */
  get fields(): {
    ExpressionAttributeNames?: Record<string, string>;
    ExpressionAttributeValues?: Attributes;
  } {
    const names = Object.fromEntries([...this.#names].map(([name, placeholder]) => [placeholder, name]));
    return {
      ...(this.#names.size > 0 && { ExpressionAttributeNames: names }),
      ...(this.#count > 0 && { ExpressionAttributeValues: this.#values }),
    };
  }
}

/** Undefined for an empty condition. */
export function conditionExpression(condition: Condition, at: Placeholders): string | undefined {
  return condition.map((clause) => clauseExpression(clause, at)).join(' AND ') || undefined;
}

function clauseExpression(clause: Clause, at: Placeholders): string {
  if ('absent' in clause) return `attribute_not_exists(${at.name('pk')})`;
  if ('present' in clause) return `attribute_exists(${at.name('pk')})`;
  const name = at.name(clause.attribute);
  if ('missing' in clause) return `attribute_not_exists(${name})`;
  if ('is' in clause) return `${name} = ${at.value(clause.is)}`;
  if ('isNot' in clause) return `${name} <> ${at.value(clause.isNot)}`;
  return `${name} <= ${at.value(clause.atMost)}`;
}

/** Undefined if nothing changes. `alsoSet` is the clause that is set with whatever is set or added. */
export function updateExpression(
  update: Update,
  at: Placeholders,
  alsoSet: () => string,
): string | undefined {
  const { set = {}, remove = [], add = {} } = update;
  const sets = definedIn(set).map(([name, value]) => `${at.name(name)} = ${at.value(value)}`);
  if (hasContent(update)) sets.push(alsoSet());
  const removes = remove.map((name) => at.name(name));
  const adds = Object.entries(add).map(([name, value]) => `${at.name(name)} ${at.value(value)}`);
  const parts = [section('SET', sets), section('REMOVE', removes), section('ADD', adds)];
  return parts.filter((part) => part !== '').join(' ') || undefined;
}

/** Whether an update sets or adds anything, and so can create an item. */
export function hasContent({ set = {}, add = {} }: Update): boolean {
  return definedIn(set).length > 0 || Object.keys(add).length > 0;
}

function definedIn(set: NonNullable<Update['set']>): [string, Attribute][] {
  return Object.entries(set).filter((entry): entry is [string, Attribute] => entry[1] !== undefined);
}

const section = (word: string, clauses: readonly string[]) =>
  clauses.length > 0 ? `${word} ${clauses.join(', ')}` : '';
