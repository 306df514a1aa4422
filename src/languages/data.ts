// The data of all languages. languages.ts compiles patterns from it.

import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import type { LanguageData } from './language.ts'
import pt from './pt.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

/** English comes first: it is the fallback. */
export const DATA: readonly LanguageData[] = [en, de, fr, es, pt, ru, ja, zh]
