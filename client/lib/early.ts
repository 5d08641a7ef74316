/**
 * What a visitor did to a rendered page while its code was still loading: they see buttons and fields, so a press, a
 * word and the field that they went into must not be lost. The listeners are in public/theme.js, which runs first. Links
 * need no code, but those with `data-code`, which do something else than their address says.
 */

interface Early {
  type: string
  target: EventTarget | null
}

declare global {
  interface Window {
    takeEarly?: () => Early[]
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * From now on the page hears for itself. Fields are again as they were rendered.
 * @returns does all of it again, once the page has been taken over
 */
export function holdEarly(): () => void {
  const typed = new Map<Field, string>()
  const chosen = new Map<HTMLSelectElement | HTMLInputElement, string>()
  const presses = new Set<HTMLElement>()
  for (const { type, target } of window.takeEarly?.() ?? []) {
    if (!(target instanceof Element)) continue
    const button = target.closest<HTMLElement>('button, a[data-code], input[type="checkbox"], input[type="radio"]')
    if (type === 'input' && isChoice(target)) chosen.set(target, target.value)
    else if (type === 'input' && isText(target)) typed.set(target, target.value)
    else if (type === 'submit' && target instanceof HTMLFormElement) presses.add(target)
    else if (type === 'click' && button && !isSubmit(button) && !isFlyout(button)) presses.add(button)
  }
  for (const field of typed.keys()) setValue(field, field.defaultValue)
  for (const press of presses) if (press instanceof HTMLInputElement) press.checked = press.defaultChecked
  return () => {
    const { activeElement, body } = document
    if (activeElement !== body) activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    for (const [field, value] of typed) {
      setValue(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    for (const [field, value] of chosen) {
      // Nobody but a person can choose a file; the field still has it.
      if (field instanceof HTMLSelectElement) field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
    for (const press of presses) {
      if (press instanceof HTMLFormElement) press.requestSubmit()
      else press.click()
    }
  }
}

function isChoice(target: Element): target is HTMLSelectElement | HTMLInputElement {
  return target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'file')
}

function isText(target: Element): target is Field {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !/box|radio/.test(target.type))
}

/** Its form tells what it did. */
function isSubmit(button: HTMLElement): boolean {
  return button instanceof HTMLButtonElement && button.type === 'submit' && button.form !== null
}

/** It opens and closes without code, and has done so. */
function isFlyout(button: HTMLElement): boolean {
  return button.hasAttribute('popovertarget')
}

/** As a person types: React itself watches assignments to `value`, and would take the text for known. */
function setValue(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
}
