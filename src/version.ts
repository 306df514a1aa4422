// The versions of the program (package.json) and of its API.

import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

export const VERSION = manifest.version
export const API_VERSION = '0.1.0'
