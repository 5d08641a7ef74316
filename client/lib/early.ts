/**
 * What a visitor did to a rendered page before its code had taken it over: they see buttons and fields, so a press, a
 * word and the field that they went into must not be lost. The listeners are in public/theme.js, which runs first; until
 * now nothing else has heard of these events. Links need no code, but those with `data-code`, which do something else
 * than their address says.
 */

interface Early {
  type: string
  target: EventTarget | null
  /** Of a field, at that moment. */
  value: string
}

declare global {
  interface Window {
    /** Null while a press lasts. */
    takeEarly?: () => Early[] | null
  }
}

const AFTER_PRESS_MS = 20

type Field = HTMLInputElement | HTMLTextAreaElement

/** Once the page has been taken over: from now on it hears for itself, and does what was done before. */
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
    // Nobody but a person can choose a file; the field still has it.
    if (field instanceof HTMLSelectElement) field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  for (const press of presses) {
    if (isBox(press)) press.checked = press.defaultChecked
    if (press instanceof HTMLFormElement) press.requestSubmit()
    else press.click()
  }
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

/** A form tells itself that it was sent, and what opens and closes without code has done so. */
function needsPress(button: HTMLElement): boolean {
  const isSubmit = button instanceof HTMLButtonElement && button.type === 'submit' && button.form !== null
  return !isSubmit && !button.hasAttribute('popovertarget')
}

/** Pressed twice it is as it was. */
function isBox(press: HTMLElement): press is HTMLInputElement {
  return press instanceof HTMLInputElement
}

/**
 * As a person types. React watches assignments to `value` and takes what was assigned for known, so the old text is
 * assigned and the new one is put past React.
 */
function typeInto(field: Field, value: string): void {
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
