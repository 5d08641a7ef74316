/** Press addresses: creates them, and logs what their button says (D-156). */
import { randomBytes } from 'node:crypto'
import { whyNotCall } from '../../domain/accounts/may-call.ts'
import { measuresOf } from '../../domain/goals/measures.ts'
import { type Press, pressesOf, pressText } from '../../domain/goals/presses.ts'
import type { DistanceUnit } from '../../domain/lib/distance.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { measuresOfPress } from '../../domain/logs/press.ts'
import {
  MOST_PRESS_ADDRESSES,
  NO_SUCH_PRESS,
  type PressAddress,
  press,
  TOO_MANY_PRESS_ADDRESSES
} from '../../domain/presses/api.ts'
import {
  countPressAddresses,
  insertPressAddress,
  listPressAddresses,
  notePress,
  notePressUse
} from '../accounts/press-rows.ts'
import { findPresser } from '../accounts/presser-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { hashOf } from '../lib/token-hash.ts'
import { logGoal } from '../logs/log-goal.ts'
import { findGoalRow, type GoalRow } from '../progress/goal-rows.ts'

/** Distances of a person whose browser chooses the unit, and of no browser. */
const USUAL_DISTANCES = 'mi'

/**
 * The press of a goal with this button; undefined when the goal has no such button.
 * @param buttonUuid undefined means the first
 */
function pressWith(goal: GoalRow, buttonUuid: string | null | undefined, distances: DistanceUnit): Press | undefined {
  const presses = pressesOf({ ...goal, is_interval: goal.is_interval ? 1 : 0 }, distances)
  return buttonUuid === undefined ? presses[0] : presses.find(({ uuid }) => uuid === buttonUuid)
}

type Row = Awaited<ReturnType<typeof listPressAddresses>>[number]

function toWire({ address, goal }: Row, distances: DistanceUnit): PressAddress {
  const button = pressWith(goal, address.button_uuid, distances)
  return {
    ...{ id: address.id, goal_id: goal.id, goal_title: goal.title, ql_button_uuid: address.button_uuid },
    logs: button ? pressText(button, goal.unit, distances) : null,
    created_at: address.created_at.toISOString(),
    used_at: address.used_at?.toISOString() ?? null
  }
}

export async function getPressAddresses(deps: Dependencies, viewer: SignedIn): Promise<PressAddress[]> {
  const [rows, distances] = await Promise.all([listPressAddresses(deps.db, viewer.id), distancesOf(deps, viewer)])
  return rows.map(row => toWire(row, distances))
}

const distancesOf = async (deps: Dependencies, viewer: SignedIn): Promise<DistanceUnit> =>
  (await deps.getMe(viewer))?.distance_unit ?? USUAL_DISTANCES

/** Creates an address for a button of a goal of mine. @throws Refused 404 without the goal or button, 409 for too many */
export async function createPressAddress(
  deps: Dependencies,
  viewer: SignedIn,
  { goal_id, ql_button_uuid }: { goal_id: number; ql_button_uuid?: string | null | undefined }
): Promise<{ path: string; press_address: PressAddress }> {
  const distances = await distancesOf(deps, viewer)
  const goal = (await findGoalRow(deps.db, viewer.id, goal_id)) ?? refuse({ kind: 'notFound' })
  const button =
    pressWith(goal, ql_button_uuid, distances) ??
    refuse({ kind: 'notFound', message: 'This goal has no such button. Reload the page.' })
  const secret = randomBytes(32).toString('base64url')
  const address = await deps.db.transaction(async tx => {
    if ((await countPressAddresses(tx, viewer.id)) >= MOST_PRESS_ADDRESSES) {
      refuse({ kind: 'conflict', message: TOO_MANY_PRESS_ADDRESSES })
    }
    return insertPressAddress(tx, {
      ...{ user_id: viewer.id, goal_id, button_uuid: button.uuid, secret_hash: hashOf(secret) },
      created_at: dateAt(deps.clock)
    })
  })
  return { path: `/press/${secret}`, press_address: toWire({ address, goal }, distances) }
}

/** An address that works, with its goal and its button. */
export interface Found {
  id: number
  goal: GoalRow
  button: Press
  distances: DistanceUnit
  viewer: SignedIn
}

/** Finds what a secret presses. Every other secret gets the same 404, as does one whose goal or button is gone. */
export async function findPress(deps: Dependencies, secret: string): Promise<Found> {
  const presser = await findPresser(deps, hashOf(secret), dateAt(deps.clock))
  const goal = presser && (await findGoalRow(deps.db, presser.viewer.id, presser.address.goal_id))
  const distances = presser?.distance_unit ?? USUAL_DISTANCES
  const button = goal && pressWith(goal, presser.address.button_uuid, distances)
  if (!button) return refuse({ kind: 'notFound', message: NO_SUCH_PRESS })
  return { id: presser.address.id, goal, button, distances, viewer: presser.viewer }
}

/**
 * Presses: logs by the ordinary rule, as the person of the address.
 * @param key of the press; without one, another press shortly afterwards is the same one
 */
export async function pressButton(
  deps: Dependencies,
  { id, goal, button, distances, viewer }: Found,
  key: string | null
): Promise<{ message: string; log_id: number }> {
  const message = whyNotCall(press, viewer, deps.config.hut, deps.clock.now())
  if (message !== null) refuse({ kind: 'forbidden', message })
  await deps.take(viewer, { writes: 1 })
  const now = dateAt(deps.clock)
  if (key !== null) await notePressUse(deps.db, id, now)
  const chosen = key ?? (await notePress(deps.db, id, now))?.getTime() ?? refuse({ kind: 'notFound' })
  const { uuid, title, content, status } = button
  const { log, goal: totals } = await logGoal(deps, viewer, goal.id, {
    fields: { ql_button_uuid: uuid, title, content, ...measuresOfPress(button), status },
    // The prefix keeps the keys of an address apart from all others of its person.
    key: { request_key: `press ${id} ${chosen}`, request_digest: null },
    doneAt: now.getTime()
  })
  const words = pressText(button, goal.unit, distances)
  const done = totals?.period ?? {
    amount: totals?.amount_elapsed ?? 0,
    distance: totals?.distance_elapsed ?? 0,
    duration: totals?.duration_elapsed ?? 0
  }
  const [measure] = measuresOf(goal, done, distances)
  const does = button.duration ? `${words} started` : `${words} logged`
  return { message: `${does}. ${goal.title}: ${measure?.text ?? ''}.`, log_id: log.id }
}
