// The categories of an import: finds or makes the one of each folder, brings it in line with what its README says, and
// resolves the addresses of people who are let in.

import { type Actor, ROLES } from '#actor.ts'
import { FileProblem, reasonOf } from '#convert/page/file.ts'
import { type NamedAccess, NO_SUCH_ADDRESS } from '#convert/page/front-matter.ts'
import type { PlannedFolder } from '#convert/plan.ts'
import { GalleyError } from '#errors.ts'
import { findGroupByName } from '#features/accounts/groups/groups.ts'
import { findMemberByEmail } from '#features/accounts/users/users.ts'
import { NO_ACCESS, sameAccess } from '#features/categories/access-list.ts'
import { listCategories } from '#features/categories/reading.ts'
import type { AccessList, CategoryOut } from '#features/categories/schemas.ts'
import { type CategoryDeps, createCategory, keepSlot, setFront, updateCategory } from '#features/categories/service.ts'
import { documentsOfTree } from '#features/documents/review/of-tree.ts'
import { proposeAction } from '#features/documents/writing/held-back.ts'
import { findNamed, namesIn, slugOfNames } from '../category-names.ts'
import type { ImportReport } from './report.ts'
import type { ImportDeps } from './write.ts'

/** Collects outcomes and problems. */
type CategoryReport = Pick<ImportReport, 'categories' | 'failed' | 'warnings' | 'dry_run'>

type CategoryRules = {
  /** asDrafts: categories that are there stay as they are. */
  asDrafts?: boolean
  onMade?: ((id: number) => Promise<void>) | undefined
}

export class FolderCategories {
  readonly #deps: CategoryDeps
  readonly #actor: Actor
  readonly #folders: PlannedFolder[]
  readonly #report: CategoryReport
  readonly #idOfFolder = new Map<string, number>()
  readonly #people = new Map<string, number | undefined>()
  readonly #isDry: boolean
  readonly #rules: CategoryRules
  #categories: CategoryOut[] = []
  /** The category of the folder itself; null for none. */
  #top: number | null = null

  constructor(
    deps: ImportDeps,
    actor: Actor,
    folders: PlannedFolder[],
    report: CategoryReport,
    rules: CategoryRules = {},
  ) {
    this.#deps = { ...deps, ...documentsOfTree }
    this.#actor = actor
    this.#folders = folders
    this.#report = report
    this.#isDry = report.dry_run
    this.#rules = rules
  }

  /** Creates or updates the categories of all folders below the given path of names. */
  async sync(into: readonly string[] = []): Promise<void> {
    this.#categories = await listCategories(this.#deps, this.#actor)
    this.#top = await this.#idOfNames(into)
    for (const folder of this.#folders) {
      try {
        const id = await this.#syncOne(folder)
        this.#idOfFolder.set(folder.path, id)
        if (this.#isDry) continue
        // A level that was reordered by hand keeps its order.
        const isPlaced = this.#categories.find((category) => category.id === id)?.slot != null
        if (folder.slot !== undefined && !isPlaced) await keepSlot(this.#deps, id, folder.slot)
      } catch (error) {
        this.#report.failed.push({ path: folder.path, reason: reasonOf(error) })
      }
    }
  }

  /** A document's category: from its front matter, else its folder. */
  async idFor(folder: string, named: string | undefined): Promise<number | null> {
    if (named !== undefined) return this.#idOfNames(namesIn(named))
    if (folder === '') return this.#top
    return this.#idOfFolderAt(folder)
  }

  /** Sets a document as its category's page, unless there is one. */
  async setPage(folder: string, documentId: number): Promise<void> {
    const id = this.#idOfFolder.get(folder)
    const isFree = this.#categories.find((category) => category.id === id)?.index_id == null
    if (id === undefined || !isFree) return
    await this.#deps.db.inTransaction(async (tx) => {
      const isWaiting = await proposeAction(this.#deps, tx, this.#actor, documentId, { front_of: id }, 'import')
      if (!isWaiting) await setFront(tx, documentId, id)
    })
  }

  /** slugOf is that of a folder's category, which may have had one before. */
  slugOf(folder: string): string | undefined {
    const id = this.#idOfFolder.get(folder)
    return this.#categories.find((category) => category.id === id)?.slug
  }

  async resolveAccess(path: string, given: NamedAccess): Promise<AccessList> {
    const roles = ROLES.filter((role) => given.roles.includes(role))
    const users: number[] = []
    for (const email of given.users) {
      const id = await this.#findPerson(email)
      if (id === undefined) this.#report.warnings.push({ path, reason: `lets in ${email}: ${NO_SUCH_ADDRESS}` })
      else users.push(id)
    }
    const groups: number[] = []
    for (const name of given.groups ?? []) {
      const id = await findGroupByName(this.#deps.db.read, name)
      if (id === undefined)
        this.#report.warnings.push({ path, reason: `lets in the group ${name}, which does not exist here` })
      else groups.push(id)
    }
    return { roles, users, groups }
  }

  async #syncOne({ path, name, named, slug, description, reviewAfter, fields }: PlannedFolder): Promise<number> {
    const parentPath = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const parentId = parentPath === '' ? this.#top : this.#idOfFolderAt(parentPath)
    const existing =
      this.#categories.find((category) => category.slug === slug) ??
      this.#categories.find((category) => category.parent_id === parentId && category.name === name)
    const access = fields.access && (await this.resolveAccess(path, fields.access))
    const fieldsGiven = {
      ...(description !== undefined && { description }),
      ...(fields.visibility && { visibility: fields.visibility }),
      ...(access && { access }),
      ...(reviewAfter !== undefined && { review_after: reviewAfter }),
    }
    if (!existing) return this.#create({ name, slug, parent_id: parentId, ...fieldsGiven })
    // Without a README, an existing category keeps its fields.
    const wanted = {
      ...fieldsGiven,
      parent_id: parentId,
      ...(fields.title !== undefined || description !== undefined || named ? { name } : {}),
    }
    // Category changes are visible at once, so imports as drafts skip them.
    if (this.#rules.asDrafts || !differs(existing, wanted)) return existing.id
    if (this.#isDry || (await this.#update(path, existing.id, wanted))) this.#report.categories.updated++
    return existing.id
  }

  /** #update leaves a category as it is that waits for approval; its documents are imported all the same. */
  async #update(path: string, id: number, wanted: Parameters<typeof updateCategory>[3]): Promise<boolean> {
    try {
      await updateCategory(this.#deps, { actor: this.#actor, noted: true }, id, wanted)
      return true
    } catch (error) {
      if (!(error instanceof GalleyError) || error.status !== 409) throw error
      this.#report.warnings.push({ path, reason: error.message })
      return false
    }
  }

  #idOfFolderAt(path: string): number {
    const id = this.#idOfFolder.get(path)
    if (id === undefined) throw new FileProblem(`the folder ${path} could not become a category`)
    return id
  }

  async #create(given: Parameters<typeof createCategory>[2]): Promise<number> {
    const category = this.#isDry
      ? this.#simulated(given)
      : await createCategory(this.#deps, { actor: this.#actor, noted: true }, given)
    this.#categories.push(category)
    this.#report.categories.created++
    if (!this.#isDry) await this.#rules.onMade?.(category.id)
    return category.id
  }

  /** A category that a dry run would create, with an unused id. */
  #simulated({ name, slug = '', parent_id = null }: Parameters<typeof createCategory>[2]): CategoryOut {
    const [least] = this.#categories.map(({ id }) => id).sort((one, other) => one - other)
    const nothing = {
      description: null,
      review_after: null,
      index_id: null,
      order: 0,
      slot: null,
      depth: 0,
      document_count: 0,
    }
    const open = { visibility: 'public' as const, access: NO_ACCESS, children: [] }
    return {
      id: Math.min(0, least ?? 0) - 1,
      name,
      slug,
      parent_id,
      ...nothing,
      ...open,
      created_at: '',
      updated_at: '',
    }
  }

  /** idOfNames finds or makes `Guides/Advanced`, name by name from the top. */
  async #idOfNames(names: readonly string[]): Promise<number | null> {
    let parentId: number | null = null
    const above: string[] = []
    for (const name of names) {
      above.push(name)
      const slug = slugOfNames(above)
      const existing: CategoryOut | undefined = findNamed(this.#categories, parentId, above)
      const free = this.#categories.some((category) => category.slug === slug) ? undefined : slug
      parentId = existing?.id ?? (await this.#create({ name, slug: free, parent_id: parentId }))
    }
    return parentId
  }

  async #findPerson(email: string): Promise<number | undefined> {
    if (!this.#people.has(email)) this.#people.set(email, (await findMemberByEmail(this.#deps, email))?.id)
    return this.#people.get(email)
  }
}

function differs(category: CategoryOut, wanted: Partial<CategoryOut>): boolean {
  return Object.entries(wanted).some(([name, value]) => {
    const present = category[name as keyof CategoryOut]
    return name === 'access' ? !sameAccess(present as AccessList, value as AccessList) : present !== value
  })
}
