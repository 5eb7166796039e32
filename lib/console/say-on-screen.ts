import { SCREEN_WORDS } from '../pages/console/screen-words.ts';
import { language } from './say.ts';

/** What single screens alone say, in the language of the page that is being made. */
export const sayOnScreen = () => SCREEN_WORDS[language()];
