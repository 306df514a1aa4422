// The data files of all languages, as they are written. Those who need patterns take languages.ts, which makes them.

import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import type { LanguageData } from './language.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import { zh } from './zh.ts'

/** English is the first: it stands in where a language has no file. */
export const DATA: readonly LanguageData[] = [en, de, fr, es, pt, ru, ja, zh]
