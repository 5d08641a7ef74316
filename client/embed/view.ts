/** The elements of the frame. They are made once, and only what has changed is written. */
import { lengthText } from '../../domain/lib/duration.ts'
import type { ClockState } from '../../domain/sessions/now.ts'

/** The state of the frame at a moment. */
export interface Shown {
  state: ClockState
  /** The part, or what the session waits for. */
  what: string
  figure: string | null
  /** From 1 (all is left) to 0. */
  share: number
  step: string
  next: string
  /** The uuid of the running part. */
  part: string | null
}

interface Row {
  uuid: string
  title: string
  seconds: number
}

const AROUND = 2 * Math.PI * 46

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  parent: Element
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.className = className
  return parent.appendChild(element)
}

/** Builds the frame in `root`. */
export function makeView(root: HTMLElement) {
  root.replaceChildren()
  const ring = make('div', 'ring', root)
  ring.innerHTML = `<svg viewBox="0 0 100 100" aria-hidden="true"><circle class="track" cx="50" cy="50" r="46"/>
    <circle class="rest" cx="50" cy="50" r="46" stroke-dasharray="${AROUND}"/></svg>`
  const rest = ring.querySelector('.rest')
  const middle = make('div', 'middle', ring)
  const figure = make('strong', 'figure', middle)
  figure.setAttribute('role', 'timer')
  const step = make('span', 'step', middle)
  const what = make('h2', 'what', root)
  what.setAttribute('aria-live', 'polite')
  const next = make('p', 'next', root)
  const buttons = make('div', 'buttons', root)
  const list = make('ol', 'parts', root)
  list.setAttribute('aria-label', 'Plan')
  // Its markers are hidden, and Safari then takes it for no list.
  list.setAttribute('role', 'list')
  // It scrolls by the keyboard too.
  list.tabIndex = 0
  const items = new Map<string, HTMLElement>()
  let written: Partial<Shown> = {}

  return {
    /** A button whose text is set by its owner. @param className `main` for the one that runs the plan */
    button(onPress: () => void, className = ''): HTMLButtonElement {
      const button = make('button', className, buttons)
      button.onclick = onPress
      return button
    },
    plan(rows: readonly Row[]): void {
      list.replaceChildren()
      items.clear()
      written = {}
      for (const { uuid, title, seconds } of rows) {
        const item = make('li', '', list)
        make('span', '', item).textContent = title
        make('span', 'length', item).textContent = lengthText(seconds)
        items.set(uuid, item)
      }
    },
    show(shown: Shown): void {
      if (written.state !== shown.state) ring.dataset.state = shown.state
      if (written.what !== shown.what) what.textContent = shown.what
      if (written.figure !== shown.figure) figure.textContent = shown.figure
      if (written.step !== shown.step) step.textContent = shown.step
      if (written.next !== shown.next) next.textContent = shown.next
      if (written.share !== shown.share) rest?.setAttribute('stroke-dashoffset', String(AROUND * (1 - shown.share)))
      if (written.part !== shown.part) {
        for (const [uuid, item] of items) {
          if (uuid === shown.part) item.setAttribute('aria-current', 'step')
          else item.removeAttribute('aria-current')
        }
        const item = shown.part === null ? null : items.get(shown.part)
        // Scrolls the list and never the page around the frame.
        if (item) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 3
      }
      written = shown
    },
    /** Replaces everything by a sentence. */
    say(text: string): void {
      root.replaceChildren()
      make('p', 'gone', root).textContent = text
    }
  }
}
export type View = ReturnType<typeof makeView>
