/** Sends a file of logs in parts. Repeated calls have no second effect, so an interrupted import can continue. */
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import * as api from '../../domain/import/api.ts'
import { type Aim, partsOf } from '../../domain/import/file.ts'
import type { ReadLog } from '../../domain/import/line.ts'
import { call } from '../lib/api.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { notifyOtherTabs } from '../logs/other-tabs.ts'

/** Assigns the logs of a name in the file to a goal of mine, to a new one, or to none. */
export type GoalChoice = number | 'new' | 'none'

/** The state of one import, from its first try to its end. */
export interface Run {
  uuid: string
  fileName: string
  logs: readonly ReadLog[]
  /** The names that need a new goal. */
  newAims: readonly Aim[]
  goals: Map<string, number>
  /** Ids of the goals created for this import. */
  made: number[]
  /** The number of finished parts. */
  done: number
}

/** The most goals per call. */
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
 * Continues where the run stopped.
 * @param onProgress gets a number between 0 and 1
 */
export async function continueImport(run: Run, onProgress: (part: number) => void): Promise<api.Import> {
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
  // A retry must send the same uuid for each button, so it derives from the run.
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

/** A uuid that is the same in each try and different for each goal. */
function uuidOf(uuid: string, index: number): string {
  return `${uuid.slice(0, 24)}${index.toString(16).padStart(12, '0')}`
}

/** Deletes all logs of an import, and goals created for it that are not used otherwise. */
export async function undoImport(id: number): Promise<void> {
  await call(api.undoImport, { params: { import: String(id) } })
  showImported()
}

function showImported(): void {
  notifyOtherTabs()
  void reloadAllPages()
}
