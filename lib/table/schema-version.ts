/**
 * The version of items' format: a release reads it (`readable`) one release before it is written
 * (`docs/runbook/upgrade.md`).
 */
export const SCHEMA = {
  /** The attribute, invisible above the table. */
  attribute: 'v',
  /** The version that this release writes. Items without one are version 1. */
  written: 1,
  /** The newest version that this release reads; newer items are neither read nor updated. */
  readable: 1,
} as const;
