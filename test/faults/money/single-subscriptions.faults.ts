import { test } from 'vitest';
import { FLOWS, PURCHASES } from './flows.ts';
import { expectSafety } from './singles.ts';

test('one fault at any outside call of a cancellation or a renewal causes no double charge and loses no subscriber, whatever the client does', () =>
  expectSafety('cancellations and renewals', FLOWS.slice(PURCHASES)));
