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

/** Returns how many dates of a rule are before a time. */
export function countBefore(rule: Rule, before: number): number {
  return openRule(rule).between(new Date(rule.startsAt), new Date(before - 1), true).length
}
