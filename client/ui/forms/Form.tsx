import { type ComponentPropsWithoutRef, type FormEvent, type SyntheticEvent, useEffect, useRef } from 'react'
import { useFocusAfter } from '../focus.ts'

interface Props extends Omit<ComponentPropsWithoutRef<'form'>, 'onSubmit'> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  /** While its call is in flight, the form is not sent again. */
  busy?: boolean
  /** The form replaced the button that opened it, so its first field takes the focus. */
  takesFocus?: boolean
  /** Called on Escape. Left out while typed text would be lost. */
  onCancel?: (() => void) | undefined
  /** Finds the element to focus when the form disappears while it has the focus. By default the nearest button. */
  next?: () => Element | null
}

/**
 * Every form of the page. After it was sent, the first wrong field gets the focus, whether the page or the server refused
 * it. Screen readers then read the field's name and its error. The browser's own checks are off, because they know less.
 */
export function Form({
  takesFocus = false,
  busy = false,
  onCancel,
  onSubmit,
  onInput,
  onKeyDown,
  next,
  ...props
}: Props) {
  const form = useFocusAfter<HTMLFormElement>(next)
  const isSent = useRef(false)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [takesFocus, form])
  useEffect(() => {
    const wrong = isSent.current && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!wrong) return
    isSent.current = false
    wrong.focus()
    // A collapsed field cannot take the focus until it has expanded.
    if (document.activeElement !== wrong) setTimeout(() => wrong.focus(), UNFOLDED)
  })
  return (
    <form
      {...props}
      ref={form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        isSent.current = true
        if (!busy) onSubmit(event)
      }}
      onKeyDown={event => {
        onKeyDown?.(event)
        const { target } = event
        // Escape first closes a dialog that opened from this form, or an open list in it.
        const isHere = target instanceof Element && event.currentTarget.contains(target)
        if (event.key === 'Escape' && isHere && target.getAttribute('aria-expanded') !== 'true') onCancel?.()
      }}
      // A person who types again keeps the focus where it is.
      onInput={event => {
        isSent.current = false
        onInput?.(event)
      }}
    />
  )
}

const UNFOLDED = 100

/** The value of the button that sent a form with two buttons. */
export function buttonOf(event: SyntheticEvent | undefined): string {
  const { submitter } = (event?.nativeEvent ?? {}) as Partial<SubmitEvent>
  return submitter instanceof HTMLButtonElement ? submitter.value : ''
}
