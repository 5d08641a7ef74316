/** The page of a press address: a button that works without a script, a login and cookies. */
import { randomUUID } from 'node:crypto'
import { pressText } from '../../domain/goals/presses.ts'
import { escapeHtml } from '../../domain/lib/plain-text.ts'
import { plainPage } from '../lib/pages/plain-page.ts'
import type { Found } from './presses.ts'

/**
 * The page with the button. Its form has a new key, so that sending the same form twice logs once.
 * @param said what the last press did, or why it did nothing
 */
export function pressPage({ goal, button, distances }: Found, said: string | null): string {
  const words = escapeHtml(pressText(button, goal.unit, distances))
  return plainPage(
    goal.title,
    STYLE,
    `<h1>${escapeHtml(goal.title)}</h1>
    <p role="status">${said === null ? '' : escapeHtml(said)}</p>
    <form method="post">
      <input type="hidden" name="key" value="${randomUUID()}">
      <button>${button.duration ? `Start ${words}` : `Log ${words}`}</button>
    </form>`
  )
}

/** The page of an address that can't press now. */
export function noPressPage(message: string): string {
  return plainPage('Press', STYLE, `<h1>Nothing logged</h1>\n    <p>${escapeHtml(message)}</p>`)
}

const STYLE = `
body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 0 auto; padding: 12vh 1rem 1rem; text-align: center; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
p { min-height: 3rem; margin: 1rem 0 }
button { width: 100%; min-height: 6rem; border: 0; border-radius: 1.25rem; background: #a83a0b; color: #fff; font: 600 1.5rem/1.25 system-ui, sans-serif; padding: 1rem; cursor: pointer }
button:hover { background: #8a2f08 }
button:focus-visible { outline: 3px solid; outline-offset: 3px }
`
