// Schema atoms that every feature shares: ids, times, what may be null or left out, closed vocabularies, free objects.

import { type Static, type TObjectOptions, type TProperties, type TSchema, Type } from 'typebox'

/** named is an object that the OpenAPI document lists among its components. */
export const named = <const T extends TProperties>($id: string, fields: T, options: TObjectOptions = {}) =>
  Type.Object(fields, { ...options, $id })

export const Id = Type.Integer({ minimum: 1, description: 'A positive integer.' })
/** PathId has no bound: an id that no row has is simply not found. */
export const PathId = (description: string) => Type.Integer({ description })
export const Timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC, milliseconds.' })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** Omittable is an optional field of a body where null says the same as leaving it out, as `Optional[…] = None` does. */
export const Omittable = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Unsafe<Static<T>>({ anyOf: [schema, Type.Null()], nullIsAbsent: true }))
/** closed is a closed vocabulary: one string schema with `enum`, typed as the union. */
export const closed = <const T extends readonly string[]>(values: T, options: Record<string, unknown> = {}) =>
  Type.Unsafe<T[number]>(Type.String({ ...options, enum: [...values] }))

/** pageFields cut a part out of a long list. */
export const pageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  offset: Type.Integer({ minimum: 0, default: 0 }),
}
export const Page = Type.Object(pageFields)

/** AnyText takes every text, NUL included: for pages, where an address that can't exist is not found rather than refused. */
export const AnyText = Type.String({ anyText: true })

/** SlugText is a slug to look up: spelt in two ways, it is still the same one. */
export const SlugText = Type.String({ anyText: true, nfc: true })

export const FreeForm = Type.Record(Type.String(), Type.Unknown())
