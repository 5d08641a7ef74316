/** Sends a file of logs part by part. Whatever is sent again is done once, so an import that was interrupted goes on. */
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import * as api from '../../domain/import/api.ts'
import { type Aim, partsOf } from '../../domain/import/file.ts'
import type { ReadLog } from '../../domain/import/line.ts'
import { call } from '../lib/api.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { tellOtherTabs } from '../logs/other-tabs.ts'

/** What becomes of the logs of an aim: they count for a goal of mine, for a new one, or for none. */
export type GoalChoice = number | 'new' | 'none'

/** One import, from its first try until all of it is done. */
export interface Run {
  uuid: string
  fileName: string
  logs: readonly ReadLog[]
  /** Those that need a goal to be made. */
  newAims: readonly Aim[]
  goals: Map<string, number>
  /** Goals that were made for it. */
  made: number[]
  /** Parts that are done. */
  done: number
}

/** Goals that one call makes. */
const GOALS_AT_ONCE = 20

export function newRun(
  fileName: string,
  logs: readonly ReadLog[],
  aims: readonly Aim[],
  choiceOf: (aim: Aim) => GoalChoice
): Run {
  const goals = new Map(
    aims.flatMap(aim => {
      const choice = choiceOf(aim)
      return typeof choice === 'number' ? [[aim.name, choice] as const] : []
    })
  )
  const newAims = aims.filter(aim => choiceOf(aim) === 'new')
  return { uuid: randomUuid(), fileName, logs, newAims, goals, made: [], done: 0 }
}

/**
 * Goes on where the run stopped.
 * @param onProgress gets a number between 0 and 1
 */
export async function goOn(run: Run, onProgress: (part: number) => void): Promise<api.Import> {
  for (let from = 0; from < run.newAims.length; from += GOALS_AT_ONCE) {
    await makeGoals(run, from)
  }
  const parts = partsOf(run.logs, aim => run.goals.get(aim) ?? null)
  let made: api.Import | null = null
  for (const [index, logs] of parts.entries()) {
    onProgress(index / parts.length)
    if (index < run.done) continue
    const used = new Set(logs.map(({ goal_id }) => goal_id))
    const made_goals = run.made.filter(id => used.has(id))
    const body = { uuid: run.uuid, file_name: run.fileName, logs, made_goals }
    made = await call(api.importLogs, { body, key: `${run.uuid}.${index}` })
    run.done = index + 1
  }
  if (!made) throw new Error('There was nothing to import.')
  showImported()
  return made
}

async function makeGoals({ uuid, newAims, goals, made: madeGoals }: Run, from: number): Promise<void> {
  const aims = newAims.slice(from, from + GOALS_AT_ONCE)
  if (aims.every(({ name }) => goals.has(name))) return
  // The uuid of a button names it in all parts of a retry, so it must be the same each time.
  const tasks = aims.map(({ name, action, unit }, index) => ({
    ...newGoal(uuidOf(uuid, from + index)),
    ...{ title: name, action, unit, amount: null }
  }))
  const { goals: made } = await call(storeGoal, { body: { challenge: { tasks } }, key: `${uuid}.goals.${from}` })
  for (const [index, { id }] of made.entries()) {
    goals.set(aims[index]?.name ?? '', id)
    madeGoals.push(id)
  }
}

/** A uuid that is the same for each try, and another one for each goal of an import. */
function uuidOf(uuid: string, index: number): string {
  return `${uuid.slice(0, 24)}${index.toString(16).padStart(12, '0')}`
}

/** Deletes all logs of an import, and the goals made for it that nothing else uses. */
export async function undoImport(id: number): Promise<void> {
  await call(api.undoImport, { params: { import: String(id) } })
  showImported()
}

function showImported(): void {
  tellOtherTabs()
  void reloadAllPages()
}
