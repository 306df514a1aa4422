// Validates email addresses that mail can be sent to: the common rules rather than all of RFC 5322 (no quoted local parts,
// comments or IP literals). Linear, and long texts are refused first.

import { counted } from './counted.ts'

const MAX_LENGTH = 254
const MAX_LOCAL_LENGTH = 64
const LOCAL_PART = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u
const DOMAIN_LABEL = /^[\p{L}\p{M}\p{N}-]{1,63}$/u

/** Why a text isn't an email address, if so. */
export function findEmailFault(address: string): string | undefined {
  const tooMany = address.length - MAX_LENGTH
  if (tooMany > 0) return `The email address is too long (${counted(tooMany, 'character')} too many).`
  const at = address.lastIndexOf('@')
  if (at === -1) return 'An email address must have an @-sign.'
  return findLocalPartFault(address.slice(0, at)) ?? findDomainFault(address.slice(at + 1))
}

function findLocalPartFault(local: string): string | undefined {
  if (local === '') return 'There must be something before the @-sign.'
  if (local.length > MAX_LOCAL_LENGTH) return 'The email address is too long before the @-sign.'
  if (!LOCAL_PART.test(local)) return 'The email address contains invalid characters before the @-sign.'
  if (local.startsWith('.')) return 'An email address cannot start with a period.'
  if (local.endsWith('.')) return 'An email address cannot have a period immediately before the @-sign.'
  if (local.includes('..')) return 'An email address cannot have two periods in a row.'
  return undefined
}

function findDomainFault(domain: string): string | undefined {
  if (domain === '') return 'There must be something after the @-sign.'
  if (domain.startsWith('.')) return 'An email address cannot have a period immediately after the @-sign.'
  if (domain.endsWith('.')) return 'An email address cannot end with a period.'
  if (domain.includes('..')) return 'An email address cannot have two periods in a row.'
  const labels = domain.split('.')
  if (labels.length < 2) return 'The part after the @-sign is not valid. It should have a period.'
  for (const label of labels) {
    if (!DOMAIN_LABEL.test(label)) return 'The part after the @-sign contains invalid characters.'
    if (label.startsWith('-') || label.endsWith('-')) {
      return 'The part after the @-sign is not valid: a label cannot start or end with a hyphen.'
    }
  }
  if (/^\p{N}+$/u.test(labels.at(-1)!))
    return 'The part after the @-sign is not valid. It is not within a valid top-level domain.'
  return undefined
}
