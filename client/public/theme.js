// Runs before the first paint, so that a chosen theme does not flash, and no room is reserved for a warning that was
// shown before (client/accounts/VisitorWarning.tsx). Without script the HTML stays light. A separate file, because inline
// scripts are forbidden.
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

// Keeps the code of an invitation (client/accounts/invitations/invitation-code.ts).
;(() => {
  const code = /^\/invite\/([^/]+)$/.exec(location.pathname)?.[1] ?? new URLSearchParams(location.search).get('invite')
  try {
    if (code) sessionStorage.setItem('invitation', code)
  } catch {}
})()

// A rendered page has its scripts in a template. They start to load after the first paint, or at once in a hidden page,
// which is never painted.
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
    // In case the browser does not report the paint.
    requestAnimationFrame(() => setTimeout(start, 100))
  }
  document.addEventListener('DOMContentLoaded', afterPaint)
})()

// Records events that happen before hydration (client/lib/early.ts) and hides them from all other listeners. The browser
// still does its own part, such as focusing a field. The page repeats the events once it can handle all of them.
;(() => {
  /** @type {{ type: string, target: EventTarget | null, value: string }[]} */
  const early = []
  let pressedAt = -Infinity
  /** @param {Event} event */
  const keep = event => {
    const { type, target } = event
    if (type === 'pointerdown') pressedAt = event.timeStamp
    // The click follows later.
    else if (type === 'pointerup' || type === 'pointercancel') setTimeout(() => (pressedAt = -Infinity))
    // Only links with `data-code` need code.
    const needsCode = type === 'click' && target instanceof Element && target.closest('a[data-code]')
    if (type === 'submit' || needsCode) event.preventDefault()
    event.stopPropagation()
    // React resets some fields to their rendered value.
    early.push({ type, target, value: target instanceof Element && 'value' in target ? String(target.value) : '' })
  }
  const types = ['pointerdown', 'pointerup', 'pointercancel', 'mousedown', 'click', 'input', 'change', 'submit']
  for (const type of types) document.addEventListener(type, keep, true)
  // Returns null during a press, for a second at most, because the page must not move under the finger.
  window.takeEarly = () => {
    if (performance.now() - pressedAt < 1000) return null
    for (const type of types) document.removeEventListener(type, keep, true)
    return early
  }
})()
