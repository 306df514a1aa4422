// Random histories over one page under review by others: four people, a visitor, a program without a token and a job. Every part
// says one word, so that whoever wrote it is known; what is published is held against who wrote it and who approved it.
// GALLEY_TEST_HISTORIES=2000 runs as many, GALLEY_TEST_SEED names the first; a failure names its seed and its steps.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OUTSIDE, onEngines } from '../../../../test/build.ts'
import { plainDrafter, work } from '../../../../test/pipeline.ts'
import { random } from '../../../../test/random.ts'
import { siteOf } from '../../../../test/site-of.ts'

const { GALLEY_TEST_HISTORIES: histories = '16', GALLEY_TEST_SEED: first = '1' } = process.env
const STEPS = 18
const NETWORK = { headers: {} }
const FORM = { 'content-type': 'application/x-www-form-urlencoded', ...OUTSIDE }

type Writer = number | 'visitor' | 'network'
type Block = { id: string; content: { text: string }[] }
type Text = { title: string; blocks: Block[] }
type Shown = {
  id: number
  state: string
  iteration_id: number | null
  revision_id: number
  text: Text | null
  parts: { id: string; approved_by: { id: number }[]; behind: { by: string; person: { id: number } | null }[] }[]
}

const wordOf = ({ content }: Block): string => content[0]?.text ?? ''
const wordsOf = ({ title, blocks }: Text): string[] => [title, ...blocks.map(wordOf)]

onEngines('random histories of a page under review', (engine) => {
  const { deps, people, send } = siteOf(
    { engine, env: { GALLEY_SITE_SUGGESTIONS: 'everyone', GALLEY_REVIEW_BY_OTHERS: 'on' } },
    { ada: 'editor', ben: 'editor', cy: 'editor', admin: 'admin' },
  )
  const { admin } = people

  async function run(seed: number): Promise<{ merged: number; refused: number }> {
    const next = random(seed)
    const below = (most: number) => Math.floor(next() * most)
    const any = <T>(list: readonly T[]): T => list[below(list.length)]!
    const four = Object.values(people)
    const log: string[] = []
    const writers = new Map<string, Writer>()
    let serial = 0
    const word = (by: Writer): string => {
      const made = `w${seed}x${++serial}`
      writers.set(made, by)
      return made
    }
    const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text, styles: {} }] })
    const made = await send('POST', '/api/docs/', { title: `t${seed}`, markdown: `a${seed}\n\nb${seed}\n\nc${seed}` })
    const { id, slug } = made.body
    await send('PUT', `/api/docs/${id}/publishing`, { publishing: 'review', approvals: 1 + below(2) }, admin)
    const { needed } = { needed: (await send('GET', `/api/docs/${id}/publishing`)).body.approvals }
    const published = async (): Promise<Text> => (await send('GET', `/api/admin/docs/${id}`)).body
    const edited = async () => (await send('GET', `/api/docs/${id}/autosave`)).body as Text & { revision: number }
    const open = async (): Promise<Shown | undefined> => {
      const { body } = await send('GET', `/api/admin/proposals?document_id=${id}`)
      return body.length === 0 ? undefined : (await send('GET', `/api/admin/proposals/${any(body as Shown[]).id}`)).body
    }
    /** The text with one part rewritten, added, removed or moved by this writer. */
    const changed = ({ title, blocks }: Text, by: Writer): Text => {
      const at = below(blocks.length)
      const way = below(8)
      if (way === 0) return { title: word(by), blocks }
      if (way === 1) return { title, blocks: blocks.toSpliced(at, 0, { id: `made-${serial}`, ...paragraph(word(by)) }) }
      if (way === 2 && blocks.length > 1) return { title, blocks: blocks.toSpliced(at, 1) }
      if (way === 3) return { title, blocks: [...blocks.toSpliced(at, 1), blocks[at]!] }
      const { content } = paragraph(word(by))
      return { title, blocks: blocks.with(at, { ...blocks[at]!, content }) }
    }
    let iteration: number | undefined
    let before = wordsOf(await published())

    const steps: Record<string, () => Promise<unknown>> = {
      save: async () => {
        const by = any(four)
        return send('PUT', `/api/docs/${id}`, changed(any([await published(), await edited()]), by.id), by)
      },
      autosave: async () => {
        const by = any(four)
        const { revision: parent, ...over } = await edited()
        const { blocks, title } = changed(over, by.id)
        return send('POST', `/api/docs/${id}/autosave`, { parent, title, summary: null, tags: [], blocks }, by)
      },
      keep: async () => {
        const by = any(four)
        return send('PUT', `/api/docs/${id}?publish=false`, changed(await edited(), by.id), by)
      },
      publish: () => send('POST', `/api/docs/${id}/publish`, undefined, any(four)),
      propose: async () => {
        const by = any(four)
        const text = next() < 0.5 ? await edited() : changed(await edited(), by.id)
        const { title, blocks } = text
        return send('POST', '/api/admin/proposals', { document_id: id, change: { title, blocks } }, by)
      },
      edit: async () => {
        const by = any(four)
        const proposal = await open()
        if (!proposal?.text) return
        const { title, blocks } = changed(proposal.text, by.id)
        return send('PUT', `/api/admin/proposals/${proposal.id}`, { change: { title, blocks } }, by)
      },
      rebase: async () => {
        const proposal = await open()
        if (!proposal?.text) return
        const { version: base_version } = (await send('GET', `/api/admin/docs/${id}`)).body
        return send('PUT', `/api/admin/proposals/${proposal.id}`, { base_version }, any(four))
      },
      suggest: async () => {
        const { blocks } = await published()
        const lines = blocks.map(wordOf).with(below(blocks.length), word('visitor'))
        const payload = new URLSearchParams({ markdown: lines.join('\n\n') }).toString()
        return deps.app.inject({ method: 'POST', url: `/read/${slug}/suggest`, headers: FORM, payload })
      },
      program: async () =>
        send('PUT', `/api/docs/${id}/blocks`, { blocks: changed(await published(), 'network').blocks }, NETWORK),
      job: async () => {
        const person = next() < 0.8 ? any(four) : undefined
        const by = person ?? NETWORK
        const notes = word(person?.id ?? 'network')
        const enqueued = await send('POST', '/api/pipeline/docs/enqueue', { document_id: id, notes }, by)
        if (enqueued.status >= 300) return enqueued
        iteration = enqueued.body.iteration_id
        await work(deps, { drafter: plainDrafter() })
        if (next() < 0.5) return enqueued
        const answerer = any(four)
        const { body } = await send('GET', `/api/pipeline/docs/job/${enqueued.body.job_id}`)
        const url = `/api/pipeline/docs/iterations/${iteration}`
        const [question] = body.iterations[0].questions
        await send('POST', `${url}/questions/${question.id}/answer`, { answer: word(answerer.id) }, answerer)
        const redrafted = await send('POST', `${url}/redraft`, {}, any(four))
        iteration = redrafted.body.iteration_id
        await work(deps, { drafter: plainDrafter() })
        return redrafted
      },
      draft: async () => {
        const by = any(four)
        if (iteration === undefined) return
        const { body } = await send('GET', `/api/pipeline/docs/iterations/${iteration}`)
        if (!body.draft) return
        const { blocks } = changed(body.draft, by.id)
        return send('PUT', `/api/docs/iterations/${iteration}/draft`, { blocks }, by)
      },
      'approve the job': async () =>
        iteration === undefined
          ? undefined
          : send('POST', `/api/pipeline/docs/iterations/${iteration}/approve`, undefined, any(four)),
      restore: async () => {
        const { body } = await send('GET', `/api/docs/${id}/revisions?all=true`)
        const { id: revision } = any(body as { id: number }[])
        const into = next() < 0.5 ? '' : '?publish=false'
        return send('POST', `/api/docs/${id}/revisions/${revision}/restore${into}`, undefined, any(four))
      },
      approve: async () => {
        const proposal = await open()
        if (!proposal) return
        const parts = next() < 0.3 || proposal.parts.length === 0 ? undefined : [any(proposal.parts).id]
        const seen = next() < 0.8 ? {} : { revision_id: proposal.revision_id }
        return send(
          'POST',
          `/api/admin/proposals/${proposal.id}/approve`,
          { ...seen, ...(parts && { parts }) },
          any(four),
        )
      },
      'approve all': async () => {
        const proposal = await open()
        for (const by of four)
          if (proposal) await send('POST', `/api/admin/proposals/${proposal.id}/approve`, undefined, by)
      },
      merge: async () => {
        const proposal = await open()
        return proposal && send('POST', `/api/admin/proposals/${proposal.id}/merge`, undefined, any(four))
      },
      close: async () => {
        const proposal = next() < 0.3 ? await open() : undefined
        return proposal && send('POST', `/api/admin/proposals/${proposal.id}/reject`, undefined, any(four))
      },
    }
    const names = [...Object.keys(steps), 'approve', 'approve all', 'merge', 'merge', 'approve the job', 'edit']
    const count = { merged: 0, refused: 0 }

    /** Holds a merged proposal against who wrote its words. */
    async function checkMerged(fresh: string[]): Promise<void> {
      const { body } = await send('GET', `/api/admin/proposals?document_id=${id}&state=merged&limit=200`)
      const merged = await Promise.all(
        (body as Shown[]).map(async (one) => (await send('GET', `/api/admin/proposals/${one.id}`)).body as Shown),
      )
      for (const said of fresh) {
        const of = merged.flatMap(({ text, parts }) => {
          const part = text?.title === said ? 'title' : text?.blocks.find((block) => wordOf(block) === said)?.id
          return parts.filter((one) => one.id === part)
        })
        const writer = writers.get(said)!
        const right = of.some(({ approved_by, behind }) => {
          const approvers = approved_by.map((person) => person.id)
          const persons = behind.flatMap(({ person }) => person?.id ?? [])
          const isOwned = typeof writer === 'number' ? persons.includes(writer) : persons.length > 0
          return isOwned && approvers.length >= needed && !approvers.some((one) => persons.includes(one))
        })
        assert.ok(right, `${said} by ${writer} was published: ${JSON.stringify(of)}`)
        count.merged++
      }
    }

    try {
      for (let step = 0; step < STEPS; step++) {
        const name = any(names)
        const done = (await steps[name]!()) as { status?: number; body?: object } | undefined
        log.push(`${name}: ${done?.status ?? ''}`)
        assert.ok((done?.status ?? 200) < 500, JSON.stringify(done?.body))
        if (done?.status === 403) count.refused++
        const now = wordsOf(await published())
        const fresh = now.filter((one) => !before.includes(one) && writers.has(one))
        if (fresh.length > 0) assert.match(name, /^(merge|approve the job)$/, 'nothing else publishes')
        await checkMerged(fresh)
        before = [...before, ...now]
      }
    } catch (error) {
      throw new Error(`seed ${seed}: ${error}\n${log.join('\n')}`)
    }
    for (let left = await open(); left; left = await open())
      if ((await send('POST', `/api/admin/proposals/${left.id}/reject`, undefined, admin)).status !== 200) break
    return count
  }

  test('publish no part that was approved by someone who stands behind it', { timeout: 3_600_000 }, async () => {
    const [from, many] = [Number(first), Number(histories)]
    const sum = { merged: 0, refused: 0 }
    for (let seed = from; seed < from + many; seed++) {
      const { merged, refused } = await run(seed)
      sum.merged += merged
      sum.refused += refused
    }
    // Histories in which nothing is ever published, or nobody is ever refused, would show nothing.
    assert.ok(sum.merged > many / 5 && sum.refused > many / 5, JSON.stringify(sum))
  })
})
