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

// The scripts of a page that the server has rendered are in a template, and begin to load once it is on the screen. A page
// in the background is not painted.
;(() => {
  const start = () => {
    const scripts = document.getElementById('scripts')
    if (scripts instanceof HTMLTemplateElement) scripts.replaceWith(scripts.content)
  }
  const afterPaint = () => {
    if (document.hidden) return start()
    const observer = new PerformanceObserver(list => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) start()
    })
    observer.observe({ type: 'paint', buffered: true })
    // Should the browser not tell of it.
    requestAnimationFrame(() => setTimeout(start, 100))
  }
  document.addEventListener('DOMContentLoaded', afterPaint)
})()

// What is done to a page before its code has taken it over is kept for it (client/lib/early.ts), and nobody else hears of
// it: the browser's own part happens at once, and the page's part once all of the page can do it.
;(() => {
  /** @type {{ type: string, target: EventTarget | null, value: string }[]} */
  const early = []
  let pressedAt = -Infinity
  /** @param {Event} event */
  const keep = event => {
    const { type, target } = event
    if (type === 'pointerdown') pressedAt = event.timeStamp
    // Its click comes after it.
    else if (type === 'pointerup' || type === 'pointercancel') setTimeout(() => (pressedAt = -Infinity))
    // Links need no code, but those that say so.
    const needsCode = type === 'click' && target instanceof Element && target.closest('a[data-code]')
    if (type === 'submit' || needsCode) event.preventDefault()
    event.stopPropagation()
    // React sets some fields to what was rendered.
    early.push({ type, target, value: target instanceof Element && 'value' in target ? String(target.value) : '' })
  }
  const types = ['pointerdown', 'pointerup', 'pointercancel', 'mousedown', 'click', 'input', 'change', 'submit']
  for (const type of types) document.addEventListener(type, keep, true)
  // Null while somebody presses, for a second at most: what they see must not move under the finger.
  window.takeEarly = () => {
    if (performance.now() - pressedAt < 1000) return null
    for (const type of types) document.removeEventListener(type, keep, true)
    return early
  }
})()
