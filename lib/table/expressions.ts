import type { Attribute, Clause, Condition, Update } from './table.ts';

/** The names and values of one request's expressions; each is added once and referred to by a placeholder. */
export class Placeholders {
  readonly #names = new Map<string, string>();
  readonly #values: unknown[] = [];

  name(attribute: string): string {
    const known = this.#names.get(attribute);
    if (known !== undefined) return known;
    const placeholder = `#${this.#names.size}`;
    this.#names.set(attribute, placeholder);
    return placeholder;
  }

  value(value: unknown): string {
    this.#values.push(value);
    return `:${this.#values.length - 1}`;
  }

  get fields(): {
    ExpressionAttributeNames?: Record<string, string>;
    ExpressionAttributeValues?: Record<string, unknown>;
  } {
    const names = Object.fromEntries(
      [...this.#names].map(([attribute, placeholder]) => [placeholder, attribute]),
    );
    const values = Object.fromEntries(this.#values.map((value, index) => [`:${index}`, value]));
    return {
      ...(this.#names.size > 0 && { ExpressionAttributeNames: names }),
      ...(this.#values.length > 0 && { ExpressionAttributeValues: values }),
    };
  }
}

export function conditionExpression(condition: Condition | undefined, at: Placeholders): string | undefined {
  if (!condition || condition.length === 0) return undefined;
  return condition.map((clause) => clauseExpression(clause, at)).join(' AND ');
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

/** Undefined where nothing is to be changed; the item is then only made to exist. */
export function updateExpression({ set, remove, add }: Update, at: Placeholders): string | undefined {
  const sets = Object.entries(set ?? {}).filter(
    (entry): entry is [string, Attribute] => entry[1] !== undefined,
  );
  const adds = Object.entries(add ?? {});
  const parts = [
    sets.length > 0 &&
      `SET ${sets.map(([name, value]) => `${at.name(name)} = ${at.value(value)}`).join(', ')}`,
    remove && remove.length > 0 && `REMOVE ${remove.map((name) => at.name(name)).join(', ')}`,
    adds.length > 0 && `ADD ${adds.map(([name, value]) => `${at.name(name)} ${at.value(value)}`).join(', ')}`,
  ].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join(' ') : undefined;
}
