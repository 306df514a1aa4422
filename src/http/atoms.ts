// Schema atoms shared by all features: ids, times, nullable and optional fields, closed vocabularies.

import { type Static, type TObjectOptions, type TProperties, type TSchema, Type } from 'typebox'

/** An object that is a component of the OpenAPI document. */
export const named = <const T extends TProperties>($id: string, fields: T, options: TObjectOptions = {}) =>
  Type.Object(fields, { ...options, $id })

export const Id = Type.Integer({ minimum: 1, description: 'A positive integer.' })
/** Unbounded: an unknown id is a 404. */
export const PathId = (description: string) => Type.Integer({ description })
export const Timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC, milliseconds.' })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** An optional field of a body where null equals leaving it out, like Python's `Optional[…] = None`. */
export const Omittable = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Unsafe<Static<T>>({ anyOf: [schema, Type.Null()], nullIsAbsent: true }))
/** A closed vocabulary: a string schema with `enum`, typed as the union. */
export const closed = <const T extends readonly string[]>(values: T, options: Record<string, unknown> = {}) =>
  Type.Unsafe<T[number]>(Type.String({ ...options, enum: [...values] }))

/** Limit and offset of a long list. */
export const pageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  offset: Type.Integer({ minimum: 0, default: 0 }),
}
export const Page = Type.Object(pageFields)

/** Accepts every text, NUL included: for pages, where an impossible address is not found rather than invalid. */
export const AnyText = Type.String({ anyText: true })

/** A slug to look up, in either Unicode composition. */
export const SlugText = Type.String({ anyText: true, nfc: true })

export const FreeForm = Type.Record(Type.String(), Type.Unknown())
