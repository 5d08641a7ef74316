/** Pauses everything of a person until they are back, and ends that. */
import { checkBackOn } from '../../domain/goals/away-api.ts'
import { backNow, backOn, pausedUntil } from '../../domain/goals/pause.ts'
import { type Day, dayOf } from '../../domain/lib/day.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { lockOpenGoals } from '../progress/goal-rows.ts'
import { findPauses, lockPauses, savePauses, savePausesOfGoals } from './away-rows.ts'

/**
 * Pauses the streak and all open goals until a day, or ends that. The same call again changes nothing.
 * @returns the day on which the person is back; null when they are not away
 */
export async function goAway({ db, clock }: Dependencies, viewer: SignedIn, back: Day | null): Promise<Day | null> {
  const today = dayOf(clock.now(), viewer)
  const wrong = back && checkBackOn(back, today)
  if (wrong) refuse(invalid('back_on', wrong))
  const change = (pauses: Parameters<typeof backNow>[0]) =>
    back ? pausedUntil(pauses, today, back) : backNow(pauses, today)
  return db.transaction(async tx => {
    const pauses = change(await lockPauses(tx, viewer.id))
    await savePauses(tx, viewer.id, pauses)
    const goals = await lockOpenGoals(tx, viewer.id)
    await savePausesOfGoals(
      tx,
      goals.map(({ id, pauses }) => ({ id, pauses: change(pauses) })),
      dateAt(clock)
    )
    return backOn(pauses, today)
  })
}

/** The day on which a person is back; null when they are not away. */
export async function awayUntil({ db, clock }: Dependencies, viewer: SignedIn): Promise<Day | null> {
  return backOn(await findPauses(db, viewer.id), dayOf(clock.now(), viewer))
}
