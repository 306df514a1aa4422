// The dashboard: totals, buckets, recent and most read documents. It shows only what is public, so that one response serves
// everyone and no count reveals restricted documents. The overview counts checked, stale and unowned documents by category,
// as far as the reader may see.

import { type Actor, VISITOR } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { DAY, dayOf, stamp } from '#time.ts'
import { filterOf, readableBy, readableFor } from '../access/access.ts'
import { countBuckets } from '../lists/buckets.ts'
import { presentListItem } from '../lists/list-item.ts'
import { listNewest, listPinned, listThese } from '../lists/list-item-store.ts'
import { requireDocument } from '../reading/reading.ts'
import type { DashboardOut } from '../schemas.ts'
import { listMostRead, listViews } from '../views/store.ts'
import * as store from './store.ts'
import { listByCategory } from './store.ts'

type DayCount = { day: string; views: number }

const MOST_PINNED = 50

export async function dashboard(
  deps: Deps,
  { recent_limit, top_limit, top_days }: { recent_limit: number; top_limit: number; top_days: number },
): Promise<DashboardOut> {
  const query = deps.db.read
  const now = deps.clock.now()
  const from = firstDay(now, top_days)
  const rule = readableFor(VISITOR)
  const everyones = filterOf(rule)
  const views = new Map((await listMostRead(query, from, everyones, top_limit)).map((read) => [read.id, read.views]))
  const top = await listThese(query, everyones, [...views.keys()])
  const buckets = await countBuckets(deps, VISITOR)
  return {
    totals: {
      documents: Object.values(buckets).reduce((sum, count) => sum + count, 0),
      categories: await store.countPublicCategories(query),
      views: await store.sumViews(query, everyones),
    },
    buckets,
    recent: (await listNewest(query, rule, recent_limit)).map(presentListItem),
    top: top.map((row) => ({ ...presentListItem(row), views_in_period: views.get(row.id)! })),
    views_by_day: everyDay(now, top_days, await store.listViewsByDay(query, everyones, from)),
    pinned: (await listPinned(query, rule, MOST_PINNED)).map(presentListItem),
    top_days,
    generated_at: stamp(now),
  }
}

/** Includes days without views. */
export async function viewsOf(deps: Deps, actor: Actor, documentId: number, days: number): Promise<DayCount[]> {
  await requireDocument(deps.db.read, actor, documentId)
  const now = deps.clock.now()
  const rows = await listViews(deps.db.read, documentId, firstDay(now, days))
  return everyDay(now, days, new Map(rows.map((row) => [row.day, row.views])))
}

const firstDay = (now: number, days: number): string => dayOf(now - (days - 1) * DAY)

const everyDay = (now: number, days: number, counts: ReadonlyMap<string, number>): DayCount[] =>
  Array.from({ length: days }, (_, index) => {
    const day = dayOf(now - (days - 1 - index) * DAY)
    return { day, views: counts.get(day) ?? 0 }
  })

export async function getOverview({ db }: Deps, actor: Actor) {
  const rows = await listByCategory(db.read, readableBy(actor))
  return rows.map(({ category_id, name, documents, checked, stale, unowned, helpful, unhelpful }) => ({
    category: category_id === null ? null : { id: category_id, name: name! },
    documents: Number(documents),
    checked: Number(checked),
    stale: Number(stale),
    unowned: Number(unowned),
    helpful: Number(helpful),
    unhelpful: Number(unhelpful),
  }))
}
