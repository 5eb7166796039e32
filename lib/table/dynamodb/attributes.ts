import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { Unreadable } from '../../record.ts';
import { SCHEMA } from '../schema-version.ts';
import type { Attribute, Item, Key } from '../table.ts';

/*
 * Conversion of attributes: the set of types is closed, and every bundle is 13 KB smaller than with the SDK's
 * marshalling.
 */

/** An item or key in the format of DynamoDB's API. */
export type Attributes = Record<string, AttributeValue>;

type PartialAttributes = Readonly<Record<string, Attribute | undefined>>;

/** Attributes in DynamoDB's format, without undefined values at any depth. */
export function sent(map: PartialAttributes): Attributes {
  const present = Object.entries(map).filter((entry): entry is [string, Attribute] => entry[1] !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, sentValue(value)]));
}

/** Throws on numbers that would not survive the round trip: not finite, or integers beyond 2⁵³. */
export function sentValue(value: Attribute): AttributeValue {
  if (value === null) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'boolean') return { BOOL: value };
  if (typeof value === 'number') return { N: digits(value) };
  if (value instanceof Uint8Array) return { B: value };
  return Array.isArray(value) ? { L: value.map(sentValue) } : { M: sent(value) };
}

function digits(value: number): string {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Error(`not storable: ${value}`);
  return String(value);
}

/** An item read from the table. Throws Unreadable if its version is newer than this code reads. */
export function received(attributes: Attributes): Item {
  const { pk, sk, [SCHEMA.attribute]: version, ...rest } = receivedMap(attributes);
  if (typeof pk !== 'string' || typeof sk !== 'string') throw new Error('an item without its key');
  if (Number(version ?? 1) > SCHEMA.readable) throw new Unreadable(SCHEMA.attribute);
  return { ...rest, pk, sk };
}

/** As `received`, but an item of a newer version is passed over. */
export function receivedOrPassed(attributes: Attributes, passOver: (key: Key) => void): Item | undefined {
  try {
    return received(attributes);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    passOver({ pk: attributes.pk?.S ?? '', sk: attributes.sk?.S ?? '' });
    return undefined;
  }
}

function receivedMap(attributes: Attributes): Record<string, Attribute> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, receivedValue(value)]));
}

function receivedValue({ S, N, BOOL, B, L, M, NULL }: AttributeValue): Attribute {
  if (S !== undefined) return S;
  if (N !== undefined) return Number(N);
  if (BOOL !== undefined) return BOOL;
  if (B !== undefined) return B;
  if (L !== undefined) return L.map(receivedValue);
  if (M !== undefined) return receivedMap(M);
  if (NULL) return null;
  throw new Error('an attribute of a type that is never written');
}
