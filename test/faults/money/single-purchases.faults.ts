import { test } from 'vitest';
import { FLOWS, PURCHASES } from './flows.ts';
import { expectSafety } from './singles.ts';

test('one fault at any outside call of a purchase or a change of plan causes no double charge and loses no subscriber, whatever the client does', () =>
  expectSafety('purchases and plans', FLOWS.slice(0, PURCHASES)));
