/**
 * What an item looks like, as a number on each. **Readers before writers**: a release that changes what is written first
 * goes out with `readable` raised and both forms read; only the one after it raises `written`. So the release before can
 * always read what this one writes, while both answer and after a rollback (`docs/runbook/upgrade.md`).
 */
export const SCHEMA = {
  /** The attribute; our own code above the table never sees it. */
  attribute: 'v',
  /** What this release writes. Items without a version are of the first. */
  written: 1,
  /** The newest that this release reads; what is newer is refused, and never misread. */
  readable: 1,
} as const;
