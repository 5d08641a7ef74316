import { type ComponentPropsWithoutRef, type SyntheticEvent, useEffect, useRef } from 'react'
import { useFocusAfter } from '../focus.ts'

interface Props extends ComponentPropsWithoutRef<'form'> {
  /** It took the place of the button that was pressed, so its first field has the focus. */
  isAsked?: boolean
  /** By Escape; left out while something is typed that would be lost. */
  onCancel?: (() => void) | undefined
  /** Finds the element that gets the focus when the form goes while it has it; the nearest button by default. */
  next?: () => Element | null
}

/**
 * Every form of the page. After it was sent, the first wrong field gets the focus, whether the page or the server refused
 * it; the field names itself and what is wrong with it. The browser's own checks are off: they know less.
 */
export function Form({ isAsked = false, onCancel, onSubmit, onInput, onKeyDown, next, ...props }: Props) {
  const form = useFocusAfter<HTMLFormElement>(next)
  const isSent = useRef(false)
  useEffect(() => {
    if (isAsked) form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [isAsked, form])
  useEffect(() => {
    const wrong = isSent.current && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!wrong) return
    isSent.current = false
    wrong.focus()
    // What is folded away has no place for the focus until it has opened.
    if (document.activeElement !== wrong) setTimeout(() => wrong.focus(), UNFOLDED)
  })
  return (
    <form
      {...props}
      ref={form}
      noValidate
      onSubmit={event => {
        isSent.current = true
        onSubmit?.(event)
      }}
      onKeyDown={event => {
        onKeyDown?.(event)
        const { target } = event
        // A dialog that opened from here, and a list that is open, close first.
        const isHere = target instanceof Element && event.currentTarget.contains(target)
        if (event.key === 'Escape' && isHere && target.getAttribute('aria-expanded') !== 'true') onCancel?.()
      }}
      // Who types on is not taken away from it.
      onInput={event => {
        isSent.current = false
        onInput?.(event)
      }}
    />
  )
}

const UNFOLDED = 100

/** The value of the button that sent a form, where it has two. */
export function buttonOf(event: SyntheticEvent | undefined): string {
  const { submitter } = (event?.nativeEvent ?? {}) as Partial<SubmitEvent>
  return submitter instanceof HTMLButtonElement ? submitter.value : ''
}
