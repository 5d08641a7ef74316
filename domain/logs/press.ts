/** Fills in a log that names only a quick-log button. */
import { invalid } from '../lib/refusal.ts'
import { allow, deny, type Result } from '../lib/result.ts'
import type { LogStatus } from './log.ts'
import { hasContent, type LogContent } from './log-change.ts'

interface Measures {
  amount: number | null
  distance: number | null
  duration: number | null
}

/** A quick-log button of a goal. */
export interface Button extends Measures {
  uuid: string
  title: string
  content: string
  status: LogStatus
}

interface Press extends LogContent {
  ql_button_uuid?: string | null | undefined
  status?: LogStatus | undefined
}

/** Whether a call has anything to log: content, or the uuid of a button. */
export function hasContentOrButton(press: Press): boolean {
  return hasContent(press) || Boolean(press.ql_button_uuid)
}

/** Returns the measures that one press of a button logs. A button without measures logs the amount 1 (B§9). */
export function measuresOfPress({ amount, distance, duration }: Measures): Measures {
  return { amount: amount ?? (distance || duration ? null : 1), distance, duration }
}

/**
 * Fills a log without content from its button. 422 when the goal has no such button.
 *
 * @param buttons the buttons of the goal
 */
export function filledPress<P extends Press>(press: P, buttons: readonly Button[]): Result<P> {
  if (hasContent(press) || !press.ql_button_uuid) return allow(press)
  const button = buttons.find(({ uuid }) => uuid === press.ql_button_uuid)
  if (!button)
    return deny(invalid('ql_button_uuid', 'This goal has no such button. Choose another, or enter an amount.'))
  const { title, content } = button
  return allow({ ...press, ...measuresOfPress(button), title, content, status: press.status ?? button.status })
}
