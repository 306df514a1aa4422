// Schemas of categories. Access fields are shared with documents.

import { type Static, Type } from 'typebox'
import { ROLES } from '#actor.ts'
import { VISIBILITIES } from '#engine/db/vocabulary.ts'
import { MaybePerson } from '#features/accounts/schemas.ts'
import { closed, Id, Nullable, named, Omittable, Timestamp } from '#http/atoms.ts'
import { MAX_DESCRIPTION, MAX_NAME, MAX_REVIEW_DAYS } from '#limits.ts'
import { MAX_SLUG_LENGTH, SLUG_PATTERN } from '#slugs.ts'

export const VisibilityField = closed(VISIBILITIES, {
  description: 'public: everyone; members: anyone signed in; restricted: the creator and those in access.',
})

/** Who may read something restricted besides its creator, editors and admins. */
export const AccessField = Type.Object({
  roles: Type.Array(closed(ROLES), { default: [], maxItems: 3 }),
  users: Type.Array(Type.Integer(), { default: [], maxItems: 1000 }),
  groups: Type.Array(Type.Integer(), { default: [], maxItems: 500 }),
})
export type AccessList = Static<typeof AccessField>

export const SlugField = Type.String({ pattern: SLUG_PATTERN, maxLength: MAX_SLUG_LENGTH, trim: true, nfc: true })
const Name = Type.String({ minLength: 1, maxLength: MAX_NAME, trim: true })
const Description = Nullable(Type.String({ maxLength: MAX_DESCRIPTION }))

const ReviewAfter = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: MAX_REVIEW_DAYS,
    description:
      'Days after which blocks with evidence are to be checked again; null: as the category above, 0: never.',
  }),
)

const IndexId = Nullable(
  Type.Integer({ description: 'The document in it that readers see in the place of its list; null: the list.' }),
)

const givenFields = {
  index_id: Type.Optional(IndexId),
  review_after: Type.Optional(ReviewAfter),
  parent_id: Type.Optional(Nullable(Type.Integer())),
  slug: Omittable(SlugField),
  description: Type.Optional(Description),
  visibility: Omittable(VisibilityField),
  access: Omittable(AccessField),
}
export const CategoryCreate = named('CategoryCreate', { name: Name, ...givenFields })
export type CategoryCreate = Static<typeof CategoryCreate>

export const CategoryUpdate = named('CategoryUpdate', { name: Omittable(Name), ...givenFields })
export type CategoryUpdate = Static<typeof CategoryUpdate>

const CategoryFields = Type.Object({
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  description: Nullable(Type.String()),
  parent_id: Nullable(Id),
  order: Type.Integer({ minimum: 0, description: 'Its place among its siblings: 0..n-1, without gaps.' }),
  slot: Nullable(
    Type.Integer({
      description:
        'Its place among the documents of its level, as readers see it: behind those whose position is lower; null: before all.',
    }),
  ),
  depth: Type.Integer({ minimum: 0, maximum: 11 }),
  visibility: VisibilityField,
  access: AccessField,
  review_after: ReviewAfter,
  index_id: IndexId,
  document_count: Type.Integer({ minimum: 0, description: 'Documents directly in this category.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  children: Type.Array(Type.Ref('CategoryOut'), { description: 'Filled in the tree, empty elsewhere.' }),
})

export const CategoryOut = Type.Cyclic({ CategoryOut: CategoryFields }, 'CategoryOut')
export type CategoryOut = Omit<Static<typeof CategoryFields>, 'children'> & { children: CategoryOut[] }

export const DIRECTIONS = ['up', 'down'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const MovedOut = Type.Object({ moved: Type.Boolean(), id: Id, order: Type.Integer({ minimum: 0 }) })

export const ReorderIn = Type.Object(
  {
    parent_id: Type.Optional(Nullable(Type.Integer())),
    ids: Type.Array(Type.Integer(), { maxItems: 10_000 }),
  },
  { additionalProperties: true },
)
export const ReorderOut = Type.Object({ parent_id: Nullable(Id), ids: Type.Array(Id) })

export const DeletedCategoryOut = named('DeletedCategoryOut', {
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  visibility: VisibilityField,
  categories: Type.Integer({ minimum: 0, description: 'Categories below it that were deleted with it.' }),
  documents: Type.Integer({
    minimum: 0,
    description: 'Documents that were deleted with it and are still in the trash.',
  }),
  deleted_by: MaybePerson,
  deleted_at: Timestamp,
})
export type DeletedCategoryOut = Static<typeof DeletedCategoryOut>

export const RemovalQuery = Type.Object({
  content: Type.Optional(
    closed(['move', 'trash'], { description: 'What happens to the documents and categories in it; without it 409.' }),
  ),
  to: Type.Optional(
    Type.String({
      pattern: '^(root|[1-9][0-9]{0,14})$',
      description: 'With content=move: the id of a category, or root.',
    }),
  ),
})
