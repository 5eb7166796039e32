import type { Feature, Features } from '../billing/plan.ts';

/** What a plan includes, for customers: each feature by the words of its key, with its limit or text; empty where nothing is named. */
export const featuresSaid = (features: Features): string =>
  Object.entries(features).map(featureSaid).join(' · ');

function featureSaid([key, value]: readonly [string, Feature]): string {
  const words = key.replaceAll('_', ' ').trim();
  const name = words === '' ? key : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  return value === true ? name : `${name}: ${value}`;
}
