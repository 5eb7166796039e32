import { OperatorError } from '../account/operator-error.ts';
import { checkName } from '../account/operator-text.ts';
import { CONSOLE } from '../limits.ts';
import { looksLikeNoOther } from '../text/clean-text.ts';
import { looksOf, mixesScripts } from '../text/look-alikes.ts';

/** Requires a name that can be told from others at a glance, whatever letters it has. Throws OperatorError. */
export function checkPersonName(name: string): void {
  checkName('name', name, CONSOLE.nameCharactersMax);
  if (!looksLikeNoOther(name))
    throw new OperatorError('must not hold characters that cannot be seen or that look like others', 'name');
  if (mixesScripts(name)) throw new OperatorError('a name has letters of one script', 'name');
}

/** Requires a name that looks like none of the people's. Throws OperatorError, which names the one it looks like. */
export function refuseLookAlike(name: string, people: readonly { readonly name: string }[]): void {
  const looks = looksOf(name);
  const other = people.find((one) => one.name !== name && looksOf(one.name) === looks);
  if (other)
    throw new OperatorError(
      `it looks like another person's name: ${other.name}; write it so that both can be told apart`,
      'name',
    );
}
