import { expect } from 'vitest';

/** What a value is only said to look like. */
export const anyText: unknown = expect.any(String);
export const anyNumber: unknown = expect.any(Number);
export const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
export const SVC_ID = {
  subscription: like(/^sub_[0-9a-f]{32}$/),
  customer: like(/^cus_[0-9a-f]{32}$/),
  plan: like(/^pln_[0-9a-f]{32}$/),
  invoice: like(/^inv_[0-9a-f]{32}$/),
} as const;
export const UUID = like(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
export const TIME = like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
