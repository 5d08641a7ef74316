/** The document of a frame for other sites: a clock and a plan, which `client/embed` draws. */
import { createHash } from 'node:crypto'
import { escapeHtml } from '../../domain/lib/plain-text.ts'
import { shadesOf } from '../../domain/settings/accent.ts'
import type { Config } from '../lib/config.ts'
import { plainPage } from '../lib/pages/plain-page.ts'

interface Framed {
  kind: 'session' | 'activity'
  slug: string
  title: string
}

/** Tells the frame of a page that visitors can see. @param script the address of its script */
export function embedPage({ kind, slug, title }: Framed, config: Config, script: string): string {
  const path = `/${kind === 'session' ? 'sessions' : 'activities'}/${encodeURIComponent(slug)}`
  const link = (text: string) => `<a href="${escapeHtml(path)}" target="_blank" rel="noopener">${escapeHtml(text)}</a>`
  return plainPage(
    title,
    styleOf(config),
    `<header>${link(title)}</header>
    <main id="embed" data-kind="${kind}" data-slug="${escapeHtml(slug)}"></main>
    <noscript><p>The clock needs JavaScript. ${link('Open the page')}</p></noscript>
    <footer>${link(kind === 'session' ? 'Join' : 'Open')} · ${escapeHtml(config.hut.name)}</footer>
    <script type="module" src="${script}"></script>`
  )
}

/** The frame of a page that visitors can't see. */
export function noEmbedPage(config: Config, message: string): string {
  return plainPage(config.hut.name, styleOf(config), `<main><p class="gone">${escapeHtml(message)}</p></main>`)
}

/** Lets any site frame the document, which loads nothing but its script and the data of the hut. */
export function embedPolicy(config: Config): string {
  const hash = createHash('sha256').update(styleOf(config)).digest('base64')
  return [
    ...["default-src 'none'", "script-src 'self'", `style-src 'sha256-${hash}'`, "connect-src 'self'"],
    ...["base-uri 'none'", "form-action 'none'", 'frame-ancestors *']
  ].join('; ')
}

/** The theme's own main colour, and its shade on dark ground (client/theme.ts). */
const EMBER = { light: '#b13e0d', dark: '#fb9058' }

function styleOf({ hut }: Config): string {
  const shades = hut.accent === null ? null : shadesOf(hut.accent)
  return `:root { --main: ${shades?.[7] ?? EMBER.light}; --on-main: #fff; --ground: #fbf6ee; --text: #2a231e; --soft: #6b5d52; --line: #eadfce; --running: #256b38; --soon: #1f5fa8 }
@media (prefers-color-scheme: dark) { :root { --main: ${shades?.[4] ?? EMBER.dark}; --on-main: #2a231e; --ground: #1c1714; --text: #f0e8df; --soft: #b5a698; --line: #3b322b; --running: #92d6a0; --soon: #9cc5f5 } }
* { box-sizing: border-box }
html { height: 100% }
body { display: flex; flex-direction: column; align-items: center; gap: 0.5rem; min-height: 100%; margin: 0; padding: 0.75rem; background: var(--ground); color: var(--text); font: 1rem/1.4 system-ui, sans-serif; overflow-wrap: anywhere }
header { font-weight: 600; text-align: center }
header a, footer a { color: inherit }
main { display: flex; flex: 1 0 auto; flex-direction: column; align-items: center; gap: 0.5rem; width: 100%; max-width: 26rem }
footer { color: var(--soft); font-size: 0.875rem }
.ring { position: relative; flex: none; width: min(100%, 13rem); aspect-ratio: 1 }
.ring svg { display: block; transform: rotate(-90deg) }
.ring circle { fill: none; stroke-width: 6 }
.track { stroke: var(--line) }
.rest { stroke: var(--soon) }
[data-state="running"] .rest { stroke: var(--running) }
[data-state="paused"] .rest, [data-state="ended"] .rest { stroke: var(--soft) }
.middle { position: absolute; inset: 15%; display: flex; flex-direction: column; align-items: center; justify-content: center; text-align: center }
.figure { font-size: 2.25rem; line-height: 1.1; font-variant-numeric: tabular-nums }
.figure:empty, .step:empty { display: none }
.what { margin: 0; font-size: 1.25rem; line-height: 1.25; text-align: center }
.next { margin: 0; min-height: 1.4em; color: var(--soft); text-align: center }
.buttons { display: flex; flex-wrap: wrap; justify-content: center; gap: 0.5rem }
button { min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid var(--soft); border-radius: 0.75rem; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
button.main { border-color: transparent; background: var(--main); color: var(--on-main) }
button:focus-visible, a:focus-visible, .parts:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
.parts { flex: 1 0 4rem; width: 100%; margin: 0; padding: 0; border-top: 1px solid var(--line); list-style: none; overflow-y: auto; position: relative }
.parts:empty { display: none }
.parts li { display: flex; justify-content: space-between; gap: 1rem; padding: 0.375rem 0.5rem; border-bottom: 1px solid var(--line) }
.parts li[aria-current] { border-inline-start: 4px solid var(--running); font-weight: 600 }
.length { flex: none; color: var(--soft) }
.gone { margin: auto; text-align: center }
`
}
