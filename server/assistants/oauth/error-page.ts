/** The page for a person whom an app has sent here with a wrong address. There is nowhere to send them back to. */
import { escapeHtml } from '../../../domain/lib/plain-text.ts'
import { plainPage } from '../../lib/pages/plain-page.ts'

const TITLE = 'The app can’t be connected'
const STYLE = `
body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem }
`

export const errorPage = (reason: string): string =>
  plainPage(
    TITLE,
    STYLE,
    `<h1>${TITLE}</h1>
    <p>Start again in the app. If that doesn’t help, tell the people who made it:</p>
    <p><code>${escapeHtml(reason)}</code></p>`
  )
