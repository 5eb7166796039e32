import fc from 'fast-check';
import { v7 } from 'uuid';
import { made } from './keys.ts';

const INSTANT_MAX = 2 ** 48 - 1;

export const instant = fc.integer({ min: 0, max: INSTANT_MAX });
export const newId = fc
  .tuple(instant, fc.uint8Array({ minLength: 16, maxLength: 16 }))
  .map(([msecs, random]) => v7({ msecs, random }));
export const ofKind = (wanted: (kind: string) => boolean) => made.filter(({ kind }) => wanted(kind));
