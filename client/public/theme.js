// Runs before the first paint, so that a chosen theme never flashes, and no room is kept for what was said
// before (client/accounts/VisitorWarning.tsx); without script the HTML stays light. A file of its own:
// inline scripts are forbidden.
;(() => {
  const root = document.documentElement
  let chosen = null
  try {
    if (sessionStorage.getItem('visitor-warning')) root.setAttribute('data-told', '')
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {}
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()

// The scripts of a page that the server has rendered are in a template, and begin to load once it has been painted. A page
// in the background is not painted.
;(() => {
  const start = () => {
    const scripts = document.getElementById('scripts')
    if (scripts instanceof HTMLTemplateElement) scripts.replaceWith(scripts.content)
  }
  const afterPaint = () => (document.hidden ? start() : requestAnimationFrame(() => setTimeout(start)))
  document.addEventListener('DOMContentLoaded', afterPaint)
})()

// What is done to a page before its code is there is kept for it (client/lib/early.ts).
;(() => {
  /** @type {{ type: string, target: EventTarget | null }[]} */
  const early = []
  /** @param {Event} event */
  const note = event => {
    // Links need no code, but those that say so.
    const needsCode = event.type === 'click' && event.target instanceof Element && event.target.closest('a[data-code]')
    if (event.type === 'submit' || needsCode) event.preventDefault()
    early.push({ type: event.type, target: event.target })
  }
  const types = ['click', 'input', 'submit']
  for (const type of types) document.addEventListener(type, note, true)
  window.takeEarly = () => {
    for (const type of types) document.removeEventListener(type, note, true)
    return early
  }
})()
