/**
 * The version of items' format. **Readers before writers**: a release that changes the format first ships with
 * `readable` raised and reads both formats; only the next release raises `written`. So the previous release can always
 * read what this one writes, during a rollout and after a rollback (`docs/runbook/upgrade.md`).
 */
export const SCHEMA = {
  /** The attribute, invisible above the table. */
  attribute: 'v',
  /** The version that this release writes. Items without one are version 1. */
  written: 1,
  /** The newest version that this release reads; newer items are neither read nor updated. */
  readable: 1,
} as const;
