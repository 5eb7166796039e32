import type { Translated } from '../language.ts';
import { englishScreens } from './english-screens.ts';
import { turkishScreens } from './turkish-screens.ts';

/** The words of single screens in every language, apart from the others, so that functions without screens do not ship them. */
export const SCREEN_WORDS: Translated<typeof englishScreens> = { tr: turkishScreens, en: englishScreens };
