/** The page for a person whom an app has sent here with a wrong address. There is nowhere to send them back to. */
import { escapeHtml } from '../../../domain/lib/plain-text.ts'

export const errorPage = (reason: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>The app can’t be connected</title>
  </head>
  <body style="font: 1.125rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem; overflow-wrap: anywhere">
    <h1 style="font-size: 1.5rem">The app can’t be connected</h1>
    <p>Start again in the app. If that doesn’t help, tell the people who made it:</p>
    <p><code>${escapeHtml(reason)}</code></p>
  </body>
</html>
`
