/**
 * Repeats events that happened on a server-rendered page before hydration: presses, typed text, and the focused
 * field. Listeners in public/theme.js record them, because that script runs first. Links work without code, except
 * those with `data-code`, whose code does something other than opening the address.
 */

interface Early {
  type: string
  target: EventTarget | null
  /** The value of a field at that moment. */
  value: string
}

declare global {
  interface Window {
    /** Returns null while a finger or button is down. */
    takeEarly?: () => Early[] | null
  }
}

const AFTER_PRESS_MS = 20

type Field = HTMLInputElement | HTMLTextAreaElement

/** Call after hydration. Ends the recording and repeats the recorded events. */
export function repeatEarly(): void {
  const early = window.takeEarly ? window.takeEarly() : []
  if (early) repeat(early)
  else setTimeout(repeatEarly, AFTER_PRESS_MS)
}

function repeat(early: Early[]): void {
  const typed = new Map<Field, string>()
  const chosen = new Map<HTMLSelectElement | HTMLInputElement, string>()
  const presses = new Set<HTMLElement>()
  for (const { type, target, value } of early) {
    if (!(target instanceof Element)) continue
    const button = target.closest<HTMLElement>('button, a[data-code], input[type="checkbox"], input[type="radio"]')
    if (type === 'submit' && target instanceof HTMLFormElement) presses.add(target)
    else if (type === 'click' && button && needsPress(button)) presses.add(button)
    else if (isChange(type) && isChoice(target)) chosen.set(target, value)
    else if (isChange(type) && isText(target)) typed.set(target, value)
  }
  for (const press of presses) if (isBox(press) && press.checked === press.defaultChecked) presses.delete(press)
  const { activeElement, body } = document
  if (activeElement !== body) activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  for (const [field, value] of typed) typeInto(field, value)
  for (const [field, value] of chosen) {
    // Code cannot choose a file, but the field still has it.
    if (field instanceof HTMLSelectElement) field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  // React renders a change before the next task, so each press gets a task of its own and finds the changes before it.
  for (const press of presses) setTimeout(() => pressAgain(press))
}

function pressAgain(press: HTMLElement): void {
  if (isBox(press)) press.checked = press.defaultChecked
  if (press instanceof HTMLFormElement) press.requestSubmit()
  else press.click()
}

function isChange(type: string): boolean {
  return type === 'input' || type === 'change'
}

function isChoice(target: Element): target is HTMLSelectElement | HTMLInputElement {
  return target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'file')
}

function isText(target: Element): target is Field {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !/box|radio/.test(target.type))
}

/** A submit button is recorded as the form's submit event, and a popover button works without code. */
function needsPress(button: HTMLElement): boolean {
  const isSubmit = button instanceof HTMLButtonElement && button.type === 'submit' && button.form !== null
  return !isSubmit && !button.hasAttribute('popovertarget')
}

/** A second press undoes the first. */
function isBox(press: HTMLElement): press is HTMLInputElement {
  return press instanceof HTMLInputElement
}

/**
 * Types as a person does. React ignores a value that was assigned through `value`. So this assigns the old text, then
 * sets the new one with the native setter, which React does not track.
 */
function typeInto(field: Field, value: string): void {
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
