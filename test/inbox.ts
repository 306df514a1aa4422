// What tests of the inbox start from: people, short requests, and the entries that somebody has.

import type { Deps } from '../src/deps.ts'
import { sendMail } from '../src/features/inbox/mailing.ts'
import { claimNextMail } from '../src/features/inbox/mails.ts'
import { WAITING } from '../src/waiting.ts'
import type { Built, Method, TestPerson } from './build.ts'
import { pipelineOf, plainDrafter, work } from './pipeline.ts'

export type TestEntry = {
  key: string
  kind: string
  text: string
  who: string | null
  link: string
}

/** sendDueMails is what the sender of mails does. */
export async function sendDueMails(deps: Deps): Promise<void> {
  for (let [mail] = await claimNextMail(deps); mail; [mail] = await claimNextMail(deps))
    await sendMail({ ...deps, ...WAITING }, mail)
}

export async function inboxSite(built: Built) {
  const [ada, ben] = [await built.person('editor'), await built.person('editor')]
  const send = async (by: TestPerson, method: Method, url: string, payload?: object) => {
    const response = await built.app.inject({ method, url, headers: by.headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? null : response.json() }
  }
  const create = async (more: object = {}): Promise<{ id: number; blocks: { id: string }[] }> =>
    (await send(ada, 'POST', '/api/docs/', { title: 'Kiln', markdown: 'The kiln is on.', ...more })).body
  const comment = async (
    by: TestPerson,
    doc: { id: number; blocks: { id: string }[] },
    body: string,
    to: TestPerson[],
  ) =>
    (
      await send(by, 'POST', `/api/docs/${doc.id}/threads`, {
        block_id: doc.blocks[0]!.id,
        body,
        mentions: to.map(({ id }) => id),
      })
    ).body as { id: number; comments: { id: number }[] }
  const inbox = async (by: TestPerson, query = ''): Promise<TestEntry[]> =>
    (await send(by, 'GET', `/api/admin/inbox${query}`)).body.items
  const kinds = async (by: TestPerson): Promise<string[]> => (await inbox(by)).map(({ kind }) => kind).sort()
  /** drafted has a question (“How often?”) and an action about a document. */
  const drafted = async (by: TestPerson, id: number, faults?: () => void) => {
    const { enqueue, job } = pipelineOf(built, by.headers)
    const { body } = await enqueue(id, { notes: 'One.' })
    await work(built, { drafter: plainDrafter(faults && { faults }) })
    const { iterations } = await job(body.job_id)
    return { iteration: iterations[0].id as number, questions: iterations[0].questions, actions: iterations[0].actions }
  }
  return { ...built, ada, ben, send, create, comment, inbox, kinds, drafted }
}
