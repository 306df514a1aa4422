// A Markdown file as a document, before anything is written: what its front matter says, its blocks, and what could not be
// understood. While there is a problem the document counts as restricted, so that a client that creates it anyway opens nothing.

import type { Block } from 'galley-blocks/model.ts'
import { type Actor, ROLES } from '#actor.ts'
import { type NamedAccess, NO_SUCH_ADDRESS } from '#convert/page/front-matter.ts'
import { keepPictures } from '#convert/saved/read-saved.ts'
import type { Deps } from '#deps.ts'
import { TooCostly } from '#engine/sandbox.ts'
import { invalidValue } from '#errors.ts'
import { findGroupByName } from '#features/accounts/groups/groups.ts'
import { findMemberByEmail } from '#features/accounts/users/users.ts'
import { NO_ACCESS } from '#features/categories/access-list.ts'
import { listCategories } from '#features/categories/reading.ts'
import type { AccessList } from '#features/categories/schemas.ts'
import { colourCode } from '#features/documents/html/highlight.ts'
import { type CodeBlock, keyOf } from '#features/documents/html/highlight-queue.ts'
import { keepPicture } from '#features/documents/uploads/uploads.ts'
import { runOffloaded } from '#features/documents/writing/prepare/offload.ts'
import { type Faulty, orThrow } from '#features/documents/writing/prepare/prepare.ts'
import { kindOf } from '#file-kinds.ts'
import { SECOND } from '#time.ts'
import { findByNames, namesIn } from '../category-names.ts'
import { type CheckedPage, type ReadFile, readFile, type tryReadSaved } from './read-file.ts'
import type { PreviewOut } from './schemas.ts'

/** A FilePreview is a PreviewOut whose blocks are JSON already. */
type FilePreview = Omit<PreviewOut, 'blocks'> & { blocks: string }

export async function previewMarkdown(
  deps: Pick<Deps, 'db' | 'sandbox'>,
  actor: Actor,
  markdown: string,
): Promise<FilePreview> {
  const { fields, lines, blocks, problems } = orThrow(await readAnywhere(deps, actor, markdown))
  const { description, access: names, ...given } = fields
  const category = fields.category === undefined ? undefined : await findCategory(deps, actor, fields.category)
  if (category === null)
    problems.push({ line: lines.category ?? 1, message: `there is no category "${fields.category}"; create it first` })
  const access = names && (await resolveAccess(deps, names))
  for (const email of access?.unknown ?? [])
    problems.push({ line: lines.access ?? 1, message: `access names ${email}: ${NO_SUCH_ADDRESS}` })
  const isClear = problems.length === 0
  return {
    fields: {
      ...given,
      ...(description !== undefined && given.summary === undefined && { summary: description }),
      ...(category && { category_id: category.id }),
      ...(access && { access: access.list }),
      ...(!isClear && { visibility: 'restricted', access: NO_ACCESS }),
    },
    blocks,
    problems: problems.toSorted((one, other) => one.line - other.line),
  }
}

/** previewSaved is a Word file or a saved page as a document; its pictures are kept at once, as those of the editor are. */
export async function previewSaved(deps: Deps, actor: Actor, bytes: Buffer): Promise<FilePreview> {
  const { title, blocks, pictures, lost } = orThrow(await readOffloaded(deps, actor, bytes))
  const preview = { fields: { ...(title !== undefined && { title }) }, problems: [] }
  if (pictures.length === 0) return { ...preview, blocks }
  const keep = async (picture: Buffer) => (kindOf(picture) ? (await keepPicture(deps, actor, picture)).url : undefined)
  const page = { title, blocks: JSON.parse(blocks) as Block[], pictures, lost }
  return { ...preview, blocks: JSON.stringify(await keepPictures(page, keep)) }
}

/** previewCode colours code as pages have it; null is for what stays plain. */
export async function previewCode(pieces: CodeBlock[]): Promise<(string | null)[]> {
  const colours = await colourCode(pieces)
  return pieces.map((piece) => colours.get(keyOf(piece)) ?? null)
}

async function readOffloaded({ sandbox }: Deps, actor: Actor, bytes: Buffer): Promise<CheckedPage | Faulty> {
  const saved = await sandbox
    .run<Awaited<ReturnType<typeof tryReadSaved>>>(actor, 'tryReadSaved', bytes, LONGEST_MS)
    .catch((error: unknown) => {
      if (error instanceof TooCostly) return { problem: 'is too long or too deeply nested to be read' }
      throw error
    })
  if ('problem' in saved) throw invalidValue(['body'], `this file ${saved.problem}`, null)
  return saved
}

const LONGEST_MS = 30 * SECOND

/**
 * YAML and Markdown cost what their shape says, not their length: but for a few lines of Markdown both are read in the sandbox.
 * 400 characters of YAML can take a second.
 */
const SHORT = 1000
const FENCED = /^\ufeff?(?:---|\+\+\+)/

const readAnywhere = (
  { sandbox }: Pick<Deps, 'sandbox'>,
  actor: Actor,
  markdown: string,
): ReadFile | Faulty | Promise<ReadFile | Faulty> =>
  markdown.length <= SHORT && !FENCED.test(markdown)
    ? readFile(markdown)
    : runOffloaded(sandbox, actor, 'readFile', markdown, ['body', 'markdown'])

/** findCategory is null where there is none: the missing one may be what would close the document to the public. */
const findCategory = async (deps: Pick<Deps, 'db'>, actor: Actor, path: string) =>
  findByNames(await listCategories(deps, actor), namesIn(path)) ?? null

async function resolveAccess(deps: Pick<Deps, 'db'>, given: NamedAccess) {
  const list: AccessList = { roles: ROLES.filter((role) => given.roles.includes(role)), users: [], groups: [] }
  const unknown: string[] = []
  for (const email of new Set(given.users)) {
    const person = await findMemberByEmail(deps, email)
    if (person) list.users.push(person.id)
    else unknown.push(email)
  }
  for (const name of given.groups ?? []) {
    const id = await findGroupByName(deps.db.read, name)
    if (id !== undefined) list.groups.push(id)
  }
  return { list, unknown }
}
