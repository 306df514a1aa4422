// Schemas of owners.

import { type Static, Type } from 'typebox'
import { MaybePerson } from '#features/accounts/schemas.ts'
import { Id, Nullable, named } from '#http/atoms.ts'

export const OwnerIn = named('OwnerIn', { owner_id: Nullable(Id) })
export type OwnerIn = Static<typeof OwnerIn>

export const OwnerOut = named('OwnerOut', {
  owner: MaybePerson,
  category_id: Nullable(Type.Integer({ description: 'The category that the owner is of, where there is no own one.' })),
})
export type OwnerOut = Static<typeof OwnerOut>

export const PassOnIn = named('PassOnIn', { from_id: Id, to_id: Id })
export const PassedOnOut = named('PassedOnOut', {
  documents: Type.Integer({ description: 'Of how many documents the second is the owner now.' }),
  categories: Type.Integer(),
})
export type PassedOnOut = Static<typeof PassedOnOut>
