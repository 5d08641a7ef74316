/**
 * What a new rule does with the dates that a series has made (D-150). A date at a time of the rule belongs to it.
 *
 * The rule that surprises: any other date to which somebody comes still takes place, beside the rule. Nobody loses a
 * place because a host changes the rule. Dates without people go. Instants are in ms.
 */

/** A date after the first one of the new rule. */
export interface LaterDate {
  id: number
  /** The time that the earlier rule gave it, or its start if that rule didn't have it. */
  at: number
  /** Somebody besides the host is in, or waits. */
  hasPeople: boolean
  isSkipped: boolean
}

/** The dates in the order of their times. */
export interface Fates<Date extends LaterDate> {
  fitting: Date[]
  /** They take place beside the rule. */
  staying: Date[]
  going: Date[]
}

/**
 * Returns what happens to each later date. Of two dates at one time of the rule, one belongs to it.
 * @param times of the new rule
 */
export function fatesOf<Date extends LaterDate>(dates: readonly Date[], times: ReadonlySet<number>): Fates<Date> {
  const taken = new Set<number>()
  const fates: Fates<Date> = { fitting: [], staying: [], going: [] }
  for (const date of dates.toSorted((a, b) => a.at - b.at || a.id - b.id)) {
    const { at, hasPeople, isSkipped } = date
    if (times.has(at) && !taken.has(at)) {
      taken.add(at)
      fates.fitting.push(date)
    } else if (hasPeople && !isSkipped) fates.staying.push(date)
    else fates.going.push(date)
  }
  return fates
}
