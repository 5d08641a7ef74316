/** Computes the dates of a rule. The library knows RFC 5545 and the time zones. */
import { RRuleTemporal } from 'rrule-temporal'
import { type Rule, rruleOf } from '../../domain/sessions/repeats.ts'

function openRule(rule: Rule): RRuleTemporal {
  const { start, rule: pattern } = rruleOf(rule)
  return new RRuleTemporal({ rruleString: `${start}\n${pattern}` })
}

/** Returns the dates of a rule after a time, in order, in ms since 1970. They may have no end. */
export function* datesAfter(rule: Rule, after: number): Generator<number> {
  const opened = openRule(rule)
  for (let at = after; ; ) {
    const next = opened.next(new Date(at))
    if (next === null) return
    at = next.epochMilliseconds
    yield at
  }
}

/**
 * Returns how many dates of a rule are before a time. Counts the first date separately, because the library places it
 * too early when its hour repeats or its time has a fraction of a second.
 */
export function countBefore(rule: Rule, before: number): number {
  if (before <= rule.startsAt) return 0
  return 1 + openRule(rule).between(new Date(rule.startsAt), new Date(before), false).length
}
